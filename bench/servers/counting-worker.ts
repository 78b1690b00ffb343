import { SessionRegistry } from '../../workers/index.ts'
import worker, { Sessions as ServedSessions } from '../../workers/main.ts'
import type { WorkerBindings } from '../../workers/session-stub.ts'

/** What a session object does that is billed beside its messages. */
export const counters = { constructed: 0, rowsWritten: 0, timersPending: 0, timersSet: 0, fetchesPending: 0 }

const patched = new WeakSet<object>()

/** The deployment's own sessions, counted: each constructor run and each row. */
export class Sessions extends ServedSessions {
  constructor(...parameters: ConstructorParameters<typeof ServedSessions>) {
    super(...parameters)
    counters.constructed++
    const { storage } = this.ctx
    countCalls(storage, ['put', 'delete', 'setAlarm', 'deleteAlarm', 'deleteAll'], () => 1)
    countCalls(storage.kv, ['put', 'delete'], () => 1)
    countCalls(storage.sql, ['exec'], (cursor) => rowsWrittenBy(cursor))
  }
}

export { SessionRegistry }

const deployed: ExportedHandler<WorkerBindings> = {
  async fetch(request, bindings, context) {
    if (new URL(request.url).pathname === '/bench/counters') return Response.json(counters)
    const answer = await worker.fetch?.(request, bindings, context)
    return answer ?? new Response(null, { status: 404 })
  },
}
export default deployed

/** Counts on the platform's own prototype: every object of the isolate shares it. */
function countCalls(target: object, names: readonly string[], rowsOf: (result: unknown) => number): void {
  const prototype: object = Object.getPrototypeOf(target)
  if (patched.has(prototype)) return
  patched.add(prototype)
  for (const name of names) {
    const original: unknown = Reflect.get(prototype, name)
    if (typeof original !== 'function') continue
    Reflect.set(prototype, name, function counted(this: object, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, parameters)
      counters.rowsWritten += rowsOf(result)
      return result
    })
  }
}

function rowsWrittenBy(cursor: unknown): number {
  return typeof cursor === 'object' && cursor !== null && 'rowsWritten' in cursor ? Number(cursor.rowsWritten) : 0
}

const { setTimeout: setTimer, clearTimeout: clearTimer, fetch: fetchOutside } = globalThis
const pending = new Set<unknown>()

/** A pending timer or call keeps an object from hibernating, and that is what is billed. */
function countTimers(): void {
  Reflect.set(globalThis, 'setTimeout', (callback: () => void, ms?: number) => {
    const timer = setTimer(() => {
      forget(timer)
      callback()
    }, ms)
    pending.add(timer)
    counters.timersSet++
    counters.timersPending = pending.size
    return timer
  })
  Reflect.set(globalThis, 'clearTimeout', (timer: ReturnType<typeof setTimer>) => {
    forget(timer)
    clearTimer(timer)
  })
  Reflect.set(globalThis, 'fetch', async (...parameters: Parameters<typeof fetchOutside>) => {
    counters.fetchesPending++
    try {
      return await fetchOutside(...parameters)
    } finally {
      counters.fetchesPending--
    }
  })
}

function forget(timer: unknown): void {
  pending.delete(timer)
  counters.timersPending = pending.size
}

countTimers()
