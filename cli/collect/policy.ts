import { createRng } from '../../core/index.ts'
import { CommandError } from '../command-error.ts'
import type { RemoteEnvironment } from '../remote-environment.ts'
import { nameInUrl, shown } from '../wire.ts'
import type { Dialect } from './dialect.ts'
import { type Data, isData } from './python-json.ts'
import type { Turn } from './session.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: Data
}

/** What the one who plays says in its turn. */
export interface Reply {
  readonly content: string
  readonly calls: readonly ToolCall[]
}

/** Plays one episode. It sees the chat so far and the latest turn. */
export type Player = (messages: readonly Data[], turn: Turn, signal: AbortSignal) => Promise<Reply>

/** Makes the player of an episode, by the episode's seed. */
export type Policy = (seed: number, dialect: Dialect) => Player

type Choose = (observation: Data) => Data

/** Draws from the environment's legal actions where it names them, else from its examples and its schema. */
export function randomPolicy(environment: RemoteEnvironment): Policy {
  const fields = environment.schemas.action.properties
  const field = ['action_id', 'column'].find((name) => isData(fields) && name in fields)
  return (seed, dialect) => {
    const rng = createRng(seed, 1)
    return fromActions(dialect, ({ legal_actions: legal }) =>
      field !== undefined && isNonEmpty(legal) ? { [field]: rng.choice(legal) } : { ...environment.drawAction(rng) },
    )
  }
}

function isNonEmpty(legal: unknown): legal is readonly unknown[] {
  return Array.isArray(legal) && legal.length > 0
}

/** The bundled teacher of an environment that is known by its name. */
export async function scriptedPolicy(base: string): Promise<Policy> {
  const { createTeacher, taught } = await import('../../environments/index.ts')
  const name = nameInUrl(base) ?? ''
  if (createTeacher(name) === undefined) {
    const known = `Known: ${taught.join(', ')}.`
    throw new CommandError(`No teacher is bundled for "${name || shown(base)}": use --policy random or openai. ${known}`, { exitCode: 2 })
  }
  return (_seed, dialect) => {
    const teach = createTeacher(name)
    return fromActions(dialect, (observation) => ({ ...teach?.(plain(observation)) }))
  }
}

function fromActions({ toCall }: Dialect, choose: Choose): Player {
  let turn = 0
  return async (_messages, { observation }) => {
    const { tool, input } = toCall(choose(observation))
    return { content: '', calls: [{ id: `call-${turn++}`, name: tool, input }] }
  }
}

/** Without the marks of floats, which teachers do not know. */
function plain(value: Data): object {
  const copy: unknown = JSON.parse(JSON.stringify(value))
  return isData(copy) ? copy : {}
}
