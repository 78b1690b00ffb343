import { z } from 'zod'
import { CommandError } from './command-error.ts'

const DEFAULT_TIMEOUT_MS = 20_000

const answer = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })
/** One frame of an OpenEnv server. */
export type Answer = z.output<typeof answer>

const turn = z.object({
  observation: z.record(z.string(), z.unknown()),
  reward: z.union([z.number(), z.boolean(), z.null()]),
  done: z.boolean(),
})
/** What an `observation` frame carries. */
export type Turn = z.output<typeof turn>

const fieldErrors = z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])).optional(), msg: z.string() }))

/** A socket to an OpenEnv server, stock or ours: frames as they are, each answered by the next. */
export class Wire {
  readonly #socket: WebSocket
  readonly #timeoutMs: number

  private constructor(socket: WebSocket, timeoutMs: number) {
    this.#socket = socket
    this.#timeoutMs = timeoutMs
  }

  static async open(base: string, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}): Promise<Wire> {
    const url = socketUrl(base)
    const socket = new WebSocket(url)
    await event(socket, 'open', timeoutMs, `No WebSocket at ${shown(url)}. Is an OpenEnv server running there?`)
    return new Wire(socket, timeoutMs)
  }

  /** Sends a text and returns the text that answers it. */
  async exchange(text: string): Promise<string> {
    const message = event(this.#socket, 'message', this.#timeoutMs, `No answer within ${this.#timeoutMs / 1000} s.`)
    this.#socket.send(text)
    const received = await message
    return received instanceof MessageEvent ? String(received.data) : ''
  }

  async ask(type: string, data?: object): Promise<Answer> {
    return readAnswer(await this.exchange(JSON.stringify(data === undefined ? { type } : { type, data })))
  }

  /** Resets or steps; an error frame is thrown with its message. */
  async play(type: 'reset' | 'step', data: object): Promise<Turn> {
    const { type: kind, data: body } = await this.ask(type, data)
    if (kind === 'error')
      throw new CommandError(`The environment answered ${type} with an error: ${body.message} (${body.code})${detailsOf(body)}`)
    const { success, data: read, error } = turn.safeParse(body)
    if (!success) throw new CommandError(`The answer to ${type} is no turn: ${z.prettifyError(error)}`)
    return read
  }

  close(): void {
    this.#socket.close()
  }
}

/** What a refusal says beside its message, such as which field of the action is wrong, each on a line; OpenEnv's errors are pydantic's. */
function detailsOf({ errors }: Answer['data']): string {
  const found = fieldErrors.safeParse(errors)
  if (!found.success) return ''
  return found.data.map(({ loc = [], msg }) => `\n  ${loc.length === 0 ? '' : `${loc.join('.')}: `}${msg}`).join('')
}

/** Reads a frame; a server that sends something else is no OpenEnv server. */
function readAnswer(text: string): Answer {
  try {
    return answer.parse(JSON.parse(text))
  } catch (cause) {
    throw new CommandError(`This is no OpenEnv frame: ${text.slice(0, 200)}`, { cause })
  }
}

/**
 * The base URL of an environment, without the slashes and the `/ws` that people add. A token in the place of a password, which `fetch`
 * refuses, moves into the path.
 */
export function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^(http|ws)s?:$/.test(url.protocol)) {
    throw new CommandError(`"${text}" is no URL of an environment, such as http://127.0.0.1:8000/envs/grid_world.`, { exitCode: 2 })
  }
  const token = url.password || url.username
  const origin = `${url.protocol.replace('ws', 'http')}//${url.host}${token === '' ? '' : `/t/${token}`}`
  return `${origin}${url.pathname}${url.search}`.replace(/\/+$/, '').replace(/\/ws$/, '')
}

/** The name in `/envs/<name>`, as the URL spells it; undefined for an environment at the root. */
export function nameInUrl(base: string): string | undefined {
  return /\/envs\/([^/]+)/.exec(base)?.[1]
}

/** The URL of the deployment that a base URL is of: what stands before `/envs/…`, a token included. */
export function rootOf(base: string): string {
  const { origin, pathname } = new URL(base)
  return origin + (/^\/t\/[^/]+/.exec(pathname)?.[0] ?? '')
}

/** A URL as it may be shown: a token in it may not. */
export function shown(url: string | URL): string {
  return String(url).replace(/\/t\/[^/]+/, '/t/…')
}

function socketUrl(base: string): string {
  return `${base.replace(/^http/, 'ws')}/ws`
}

function event(socket: WebSocket, type: 'open' | 'message', timeoutMs: number, message: string): Promise<Event> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const { signal } = over
    const timer = setTimeout(() => fail(message), timeoutMs)
    function fail(why: string): void {
      over.abort()
      clearTimeout(timer)
      reject(new CommandError(why))
    }
    function succeed(received: Event): void {
      over.abort()
      clearTimeout(timer)
      resolve(received)
    }
    socket.addEventListener(type, succeed, { signal })
    socket.addEventListener('close', (closed) => fail(type === 'open' ? message : `The server closed the socket (${closed.code}).`), {
      signal,
    })
    socket.addEventListener('error', () => fail(type === 'open' ? message : 'The socket failed.'), { signal })
  })
}
