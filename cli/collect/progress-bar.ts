const WIDTH = 24

/** A bar on standard error in a terminal, nothing but warnings in a pipe. It reads no keys: Ctrl-C stays a signal. */
export interface ProgressBar {
  advance(line: string): void
  warn(line: string): void
  stop(): void
}

export function startBar(total: number, there: number): ProgressBar {
  let count = there
  const { stderr } = process
  const clear = (): void => void (stderr.isTTY && stderr.write('\r\u001b[2K'))
  function draw(line: string): void {
    if (!stderr.isTTY) return
    const full = Math.round((count / total) * WIDTH)
    const text = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${count}/${total}  ${line}`
    clear()
    stderr.write(text.slice(0, stderr.columns - 1))
  }
  draw('Collecting')
  return {
    advance(line) {
      count++
      draw(line)
    },
    warn(line) {
      clear()
      console.error(line)
    },
    stop: clear,
  }
}
