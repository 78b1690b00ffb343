import { spinner } from '@clack/prompts'

/** Says what a long command is doing: a spinner in a terminal, nothing but the end in a pipe. */
export interface Progress {
  say(what: string): void
  /** The last line, on standard output. */
  end(line: string): void
  /** Takes the spinner away after a failure. */
  stop(): void
}

export function startProgress(): Progress {
  const shown = process.stdout.isTTY ? spinner() : undefined
  let isShown = false
  function stop(): void {
    if (isShown) shown?.clear()
    isShown = false
  }
  return {
    say(what) {
      if (isShown) shown?.message(what)
      else shown?.start(what)
      isShown = true
    },
    end(line) {
      stop()
      console.log(`openenv-edge: ${line}`)
    },
    stop,
  }
}
