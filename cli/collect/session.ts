import { CommandError } from '../command-error.ts'
import { Wire } from '../wire.ts'
import { type Data, isData, parsePythonJson } from './python-json.ts'

/** A turn as it came, its floats told from integers. */
export interface Turn {
  readonly observation: Data
  readonly reward: unknown
  readonly done: boolean
}

/** A step that the environment refused: the episode stands where it stood. */
export class Refused extends CommandError {}

/** One episode's socket: each turn is followed by a look at the state, as OpenEnv's own collector does. */
export class PlaySession {
  readonly #wire: Wire
  #state: Data = {}

  private constructor(wire: Wire) {
    this.#wire = wire
  }

  static async open(base: string, signal: AbortSignal): Promise<PlaySession> {
    const wire = await Wire.open(base, { timeoutMs: 60_000 })
    signal.addEventListener('abort', () => wire.close(), { once: true })
    return new PlaySession(wire)
  }

  /** The state after the last turn. */
  get state(): Data {
    return this.#state
  }

  async play(type: 'reset' | 'step', data: object): Promise<Turn> {
    const body = await this.#ask({ type, data })
    this.#state = await this.#ask({ type: 'state' })
    const { observation, reward = null, done } = body
    return { observation: isData(observation) ? observation : {}, reward, done: done === true }
  }

  close(): void {
    this.#wire.close()
  }

  async #ask(frame: object): Promise<Data> {
    const text = await this.#wire.exchange(JSON.stringify(frame))
    const answer = parseFrame(text)
    const data = isData(answer.data) ? answer.data : {}
    if (answer.type === 'error') throw new Refused(`${String(data.message)} (${String(data.code)})`)
    return data
  }
}

function parseFrame(text: string): Data {
  try {
    const frame = parsePythonJson(text)
    if (isData(frame)) return frame
  } catch {}
  throw new CommandError(`This is no OpenEnv frame: ${text.slice(0, 200)}`)
}
