/** How long a call may take, and who may stop it. */
export interface LimitOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The longest delay that `setTimeout` takes; it fires at once for a longer one (HTML, "timers"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The promise's value, unless the signal is aborted first: then its reason is thrown. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([aborted.promise, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  const elapsed = Promise.withResolvers<void>()
  const timer = setTimeout(elapsed.resolve, delayMs)
  try {
    await untilAborted(elapsed.promise, signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs `work` after `before`, until it is done, its client or its own signal aborts it, or its time is up; that runs from its turn on and
 * not while it queues. Listeners and timer go with the call: `AbortSignal.any` and `AbortSignal.timeout` pile up over a million steps.
 */
export function runLimited<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: LimitOptions & { readonly before: Promise<unknown>; readonly closing: AbortSignal },
): { readonly answer: Promise<T>; readonly settled: Promise<unknown> } {
  const { before, closing, signal: own, timeoutMs } = options
  const controller = new AbortController()
  const { signal } = controller
  const sources = [closing, own]
  let timer: ReturnType<typeof setTimeout> | undefined

  const abort = () => {
    const source = sources.find((source) => source?.aborted)
    if (source) controller.abort(source.reason)
  }
  const expire = () => controller.abort(new DOMException(`No answer in ${timeoutMs} ms; state() tells what was applied.`, 'TimeoutError'))
  const turn = before.then(() => {
    signal.throwIfAborted()
    timer = setTimeout(expire, Math.min(timeoutMs, LONGEST_TIMER_MS))
    return work(signal)
  })

  for (const source of sources) source?.addEventListener('abort', abort)
  abort()
  const answer = untilAborted(turn, signal).finally(() => {
    clearTimeout(timer)
    for (const source of sources) source?.removeEventListener('abort', abort)
  })
  return { answer, settled: turn.catch(() => undefined) }
}
