import { join } from 'node:path'

/** One environment as every server of a comparison plays it. Plain data: it crosses to the load generator. */
export interface EnvironmentCase {
  readonly name: string
  /** The `data` of a reset frame. */
  readonly reset: object
  /** How each session plays; after `done`, or when a script has ended, it resets and starts over. */
  readonly play: Play
  readonly stock: StockProgram
  /** Whether the plain servers answer with an equal reply, so that they measure the cost of carrying frames. */
  readonly hasYardsticks: boolean
  /** What it must reach at 16 sessions, in place of what carrying frames must. */
  readonly goal?: Goal
}

export interface Goal {
  /** Steps a second, times the stock server's. */
  readonly speed: number
  /** The median reply's CPU. */
  readonly replyMs?: number
}

/**
 * The `data` of step frames in order, or a choice among what the last observation lists: the field `from` holds legal actions, one
 * of which goes into the field `to`, beside `rest`.
 */
type Play = { readonly script: readonly object[] } | { readonly from: string; readonly to: string; readonly rest: object }

/** The stock server of a case: a module with a FastAPI `app`, in bench/stock, and what pip installs for it. */
interface StockProgram {
  readonly module: string
  readonly requirements: readonly string[]
}

/** The OpenEnv release that the comparison is with. */
export const OPENENV_VERSION = '0.10.0'

export const STOCK_FOLDER = join(import.meta.dirname, 'stock')

const WORDS = 'Sphinx of black quartz, judge my vow. Pack my box with five dozen jugs.'.split(' ')

const CASES: readonly EnvironmentCase[] = [
  {
    name: 'echo_legacy',
    reset: {},
    play: { script: WORDS.map((_, index) => ({ message: WORDS.slice(0, index + 1).join(' ') })) },
    stock: { module: 'echo_server', requirements: [] },
    hasYardsticks: true,
  },
  {
    name: 'chess',
    reset: {},
    play: { from: 'legal_moves', to: 'move', rest: {} },
    stock: { module: 'chess_server', requirements: ['python-chess', 'moonfish', 'uvicorn[standard]'] },
    hasYardsticks: false,
    goal: { speed: 60, replyMs: 30 },
  },
  {
    name: '2048',
    reset: {},
    play: { from: 'legal_actions', to: 'action_id', rest: { game_name: '2048' } },
    stock: { module: 'game_2048_server', requirements: ['open_spiel', 'numpy'] },
    hasYardsticks: false,
    goal: { speed: 4 },
  },
  {
    name: 'wordle',
    reset: {},
    // Words that are no secret of the stock server's list; here they may be, and then a game is one guess shorter.
    play: { script: ['crane', 'sloth', 'jumpy', 'fiver', 'broad', 'night'].map((word) => ({ message: `[${word}]` })) },
    stock: { module: 'wordle_server', requirements: ['textarena==0.7.4', 'nltk', 'numpy'] },
    hasYardsticks: false,
    goal: { speed: 4 },
  },
]

/** The case of an environment's name. */
export function caseNamed(name: string): EnvironmentCase {
  const found = CASES.find((candidate) => candidate.name === name.replaceAll('-', '_'))
  if (found === undefined) {
    throw new Error(`No bench case named "${name}". Known: ${CASES.map((candidate) => candidate.name).join(', ')}.`)
  }
  return found
}
