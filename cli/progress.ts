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
  const shown = process.stdout.isTTY ? spinner({ withGuide: false }) : undefined
  let isShown = false
  // clack's spinner reads the keys, and ends the process with 0 on Ctrl-C.
  function interrupted(): void {
    process.exitCode = 130
    console.error('openenv-edge: interrupted.')
  }
  function stop(): void {
    if (isShown) shown?.clear()
    isShown = false
    process.off('exit', interrupted)
  }
  return {
    say(what) {
      if (isShown) return shown?.message(what)
      isShown = true
      shown?.start(what)
      if (shown !== undefined) process.once('exit', interrupted)
    },
    end(line) {
      stop()
      console.log(`openenv-edge: ${line}`)
    },
    stop,
  }
}
