import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ClientVersion, pythonOf } from '../../scripts/prepare-python.ts'

/** A stock Python client, driven from a test. Its exceptions reject with `<class>: <message>`. */
export interface StockClient {
  reset(options?: Readonly<Record<string, unknown>>): Promise<Turn>
  step(action: unknown): Promise<Turn>
  state(): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export interface Turn {
  readonly observation: Readonly<Record<string, unknown>>
  readonly reward: number | null
  readonly done: boolean
  /** Absent in 0.2.3, null when the frame has none. */
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

/** One Python process with any number of clients of one version. Disposing it ends the process, with clients unclosed. */
export interface StockClients extends AsyncDisposable {
  /** `options` are the constructor's, such as `message_timeout_s`. */
  open(baseUrl: string, options?: Readonly<Record<string, unknown>>): StockClient
}

type Reply = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string })

export async function startStockClients(version: ClientVersion): Promise<StockClients> {
  const child = spawn(pythonOf(version), [join(import.meta.dirname, 'python/remote.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  let lastId = 0
  const ready = Promise.withResolvers<unknown>()
  const waiting = new Map([[lastId, ready]])
  child.once('exit', (code) => ready.reject(new Error(`Python ended with ${code}.`)))
  createInterface(child.stdout).on('line', (text) => {
    const reply = JSON.parse(text) as Reply
    const { resolve, reject } = waiting.get(reply.id) ?? Promise.withResolvers()
    waiting.delete(reply.id)
    if ('error' in reply) reject(new Error(reply.error))
    else resolve(reply.result)
  })

  function ask(client: number, method: string, args: readonly unknown[] = [], kwargs: object = {}): Promise<unknown> {
    const id = ++lastId
    const waiter = Promise.withResolvers<unknown>()
    waiting.set(id, waiter)
    child.stdin.write(`${JSON.stringify({ id, client, method, args, kwargs })}\n`)
    return waiter.promise
  }

  await ready.promise
  return {
    open(baseUrl, options) {
      const client = ++lastId
      const opened = ask(client, 'open', [], { base_url: baseUrl, ...options })
      opened.catch(() => {})
      return {
        reset: (given) => opened.then(() => ask(client, 'reset', [], given)) as Promise<Turn>,
        step: (action) => opened.then(() => ask(client, 'step', [action])) as Promise<Turn>,
        state: () => opened.then(() => ask(client, 'state')) as Promise<Record<string, unknown>>,
        close: () => opened.then(() => ask(client, 'close')) as Promise<void>,
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
