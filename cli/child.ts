import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Both, as they came. */
  readonly output: string
}

export interface ChildOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'shell' | 'timeout' | 'killSignal'> {
  readonly input?: string | undefined
  /** Sees its output as it comes. */
  readonly onOutput?: ((text: string) => void) | undefined
}

/** Runs a program to its end, and ends it when this process is ended before: a supervisor's signal reaches this process alone. */
export async function runChild(
  program: string,
  words: readonly string[],
  { input, onOutput, ...options }: ChildOptions = {},
): Promise<Ended> {
  const child = spawn(program, [...words], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  const release = endWithThisProcess(child)
  const said = { stdout: '', stderr: '', output: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      said.output += text
      onOutput?.(text)
    })
  // A child that has ended reads nothing more.
  child.stdin.on('error', () => {}).end(input)
  try {
    const [code, signal] = await once(child, 'close')
    return { code, signal, ...said }
  } finally {
    release()
  }
}

function endWithThisProcess(child: ChildProcess): () => void {
  const end = (): void => void child.kill('SIGTERM')
  process.once('exit', end)
  return () => void process.off('exit', end)
}
