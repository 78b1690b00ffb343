import { teachChess } from './chess.ts'
import { teachConnect4 } from './connect4.ts'
import { teachGridWorld } from './grid-world.ts'
import { teachMaze } from './maze.ts'
import { teach2048, teachBlackjack, teachCatch, teachCliffWalking, teachKuhnPoker, teachTicTacToe } from './openspiel.ts'
import { teachReasoningGym } from './reasoning-gym.ts'
import { createSalvageTeacher } from './salvage.ts'
import { createServiceDeskTeacher } from './service-desk.ts'
import { teachSnake } from './snake.ts'
import { teachSudoku } from './sudoku.ts'
import { teachWildfire } from './wildfire.ts'
import { teachWordle } from './wordle.ts'

// biome-ignore lint/suspicious/noExplicitAny: each teacher knows its own observation.
type Teacher = (observation: any) => object

function always(teach: Teacher): () => Teacher {
  return () => teach
}

/** The snake's head is not seen but found by where it was. */
function createSnakeTeacher(): Teacher {
  let before: number | undefined
  return (observation) => {
    const { action, head } = teachSnake(observation, before)
    before = head
    return action
  }
}

/** A reset tells the customer's first words and the day beside the observation; each step, what its tool returned. */
function createDeskTeacher(): Teacher {
  const teach = createServiceDeskTeacher()
  return ({ metadata, result }) => teach({ greeting: metadata?.customer, today: metadata?.today, data: result?.data })
}

const TEACHERS: Readonly<Record<string, () => Teacher>> = {
  '2048': always(teach2048),
  blackjack: always(teachBlackjack),
  catch: always(teachCatch),
  chess: always(teachChess),
  cliff_walking: always(teachCliffWalking),
  connect4: always(teachConnect4),
  grid_world: always(teachGridWorld),
  kuhn_poker: always(teachKuhnPoker),
  maze: always(teachMaze),
  reasoning_gym: always(teachReasoningGym),
  salvage: createSalvageTeacher,
  service_desk: createDeskTeacher,
  snake: createSnakeTeacher,
  sudoku: always(teachSudoku),
  tic_tac_toe: always(teachTicTacToe),
  tic_tac_toe_first: always(teachTicTacToe),
  wildfire: always(teachWildfire),
  wordle: always(teachWordle),
}

/** Names of the bundled environments that have a teacher; a variant such as `sudoku_easy` has its game's. */
export const taught: readonly string[] = Object.keys(TEACHERS)

/**
 * Makes the bundled teacher of an environment, for one episode: from an observation to an action that is better than chance.
 * Undefined where none is bundled.
 */
export function createTeacher(environment: string): ((observation: object) => object) | undefined {
  const name = environment.replaceAll('-', '_').replace(/_env$/, '')
  const game = name.replace(/^(sudoku|wordle)_.*/, '$1')
  return TEACHERS[game]?.()
}
