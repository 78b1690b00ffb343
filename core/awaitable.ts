import type { Awaitable } from './environment.ts'

/** Goes on with a value now, or when its promise has it: an environment that answers at once costs no promise. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** As {@link andThen}, for work that may throw or reject: `recover` gives the value instead, or throws on. */
export function orElse<T>(work: () => Awaitable<T>, recover: (error: unknown) => T): Awaitable<T> {
  try {
    const value = work()
    return value instanceof Promise ? value.catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}
