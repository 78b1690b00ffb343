/** A failure that the user can act on: its message names the thing and the remedy, and is all that is printed. */
export class CommandError extends Error {
  /** 1: the command failed. 2: it was called wrongly. */
  readonly exitCode: 1 | 2

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CommandError'
    this.exitCode = options.exitCode ?? 1
  }
}

/** What a caught value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
