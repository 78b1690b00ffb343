/** Names of the clocks and dice that an environment must not use. */
export type Forbidden = 'Math.random' | 'Date.now' | 'new Date' | 'performance.now' | 'crypto'

/**
 * Runs `work` and returns which clocks and dice it used. Replaces the globals while it runs: only for checks, where nothing else
 * runs beside it.
 */
export async function watchGlobals<T>(work: () => Promise<T>): Promise<{ result: T; used: ReadonlySet<Forbidden> }> {
  const used = new Set<Forbidden>()
  const restore = [
    replace(Math, 'random', (original) => () => note(used, 'Math.random', original)),
    replace(Date, 'now', (original) => () => note(used, 'Date.now', original)),
    replace(performance, 'now', (original) => () => note(used, 'performance.now', () => original.call(performance))),
    replace(globalThis, 'Date', (original) => watchedDate(original, used)),
    replace(
      crypto,
      'getRandomValues',
      (original) => (array: Parameters<typeof original>[0]) => note(used, 'crypto', () => original.call(crypto, array)),
    ),
    replace(crypto, 'randomUUID', (original) => () => note(used, 'crypto', () => original.call(crypto))),
  ]
  try {
    return { result: await work(), used }
  } finally {
    for (const undo of restore.reverse()) undo()
  }
}

function note<T>(used: Set<Forbidden>, name: Forbidden, original: () => T): T {
  used.add(name)
  return original()
}

/** `new Date()` reads the clock; `new Date(0)` does not. */
function watchedDate(original: DateConstructor, used: Set<Forbidden>): DateConstructor {
  return new Proxy(original, {
    construct(target, args: [], newTarget) {
      if (args.length === 0) used.add('new Date')
      return Reflect.construct(target, args, newTarget)
    },
  })
}

function replace<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  make: (original: Target[Key]) => unknown,
): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)
  const original = target[key]
  Object.defineProperty(target, key, { value: make(original), configurable: true, writable: true })
  return () => {
    if (descriptor === undefined) Reflect.deleteProperty(target, key)
    else Object.defineProperty(target, key, descriptor)
  }
}
