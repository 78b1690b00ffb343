import { z } from 'zod'
import { type Box, BoxError, type ExecResult, type Json } from '../../core/index.ts'
import { printFloat } from '../../core/json-text.ts'

/** Where a verifier may leave a score of its own. */
const REWARD_FILE = '/home/user/logs/verifier/reward.txt'

/** Shell commands of a reset: one, or a list; blank ones are left out. */
const Commands = z.union([z.string(), z.array(z.unknown())]).nullish()

/** The reset keys of the environments that set a sandbox up and verify it at the end. */
export const sandboxOptions = z.object({ setup: Commands, setup_scripts: Commands, verify: Commands, verify_scripts: Commands })
type SandboxOptions = z.output<typeof sandboxOptions>

/** The commands of a reset, by their key or by its older name. */
export function readCommands({ setup, setup_scripts, verify, verify_scripts }: SandboxOptions): { setup: string[]; verify: string[] } {
  return { setup: asList(setup === undefined ? setup_scripts : setup), verify: asList(verify === undefined ? verify_scripts : verify) }
}

export interface SandboxStart<Result> {
  readonly options: SandboxOptions
  readonly episodeId: string
  /** What the reset says when the sandbox is ready; how many commands it has goes after it. */
  readonly greeting: string
  /** Further metadata of a sandbox that is ready. */
  readonly also?: Record<string, Json>
  run(commands: readonly string[]): Promise<Result[]>
}

/** Sets a sandbox up: what of the state it decides, and the rest of the reset's turn. A setup command that fails ends the episode. */
export async function startSandbox<Result extends Json & { success: boolean }>(start: SandboxStart<Result>) {
  const { options, episodeId, greeting, also = {}, run } = start
  const { setup, verify } = readCommands(options)
  const results = await run(setup)
  const begun = { sandbox_id: episodeId, setup_results: results, verify_commands: verify }
  if (results.some(({ success }) => !success)) {
    const metadata = { status: 'error', sandbox_id: episodeId, message: 'Setup command failed.', setup_results: results }
    return { begun, turn: { done: true, metadata } }
  }
  const counts = [
    setup.length > 0 ? ` Setup commands run: ${setup.length}.` : '',
    verify.length > 0 ? ` Verify commands registered: ${verify.length}.` : '',
  ]
  const said = { message: `${greeting}${counts.join('')}`, ...also, setup_results: results, verify_commands: verify }
  return { begun, turn: { done: false, metadata: { status: 'ready', sandbox_id: episodeId, ...said } } }
}

function asList(commands: z.output<typeof Commands>): string[] {
  const list = typeof commands === 'string' ? [commands] : (commands ?? []).map(String)
  return list.filter((command) => command.trim() !== '')
}

/** Runs a command as Python's `subprocess.run(shell=True)` does. What it leaves in the background lives on until the next reset. */
export function runShell(box: Box, command: string, timeoutMs: number): Promise<ExecResult> {
  return box.exec(['/bin/sh', '-c', command], { timeoutMs, keepBackground: true })
}

/** Why a command failed, in Python's words; null when it did not. */
export function failureOf({ exitCode, limit }: ExecResult, command: string, timeoutMs: number): string | null {
  if (limit === 'time') return `TimeoutExpired: Command '${command}' timed out after ${timeoutMs / 1000} seconds`
  if (limit !== null) return `SystemExit: ${exitCode} (the command was ended: it took more ${limit} than it may)`
  return exitCode === 0 ? null : `SystemExit: ${exitCode}`
}

/** How a verification ended, and in the words of the tool that asked for it. */
export interface Verification {
  readonly reward: number
  readonly summary: string
}

/** The score of verify commands: what the verifier wrote, else the share that passed. */
export async function score(box: Box, passed: number, total: number): Promise<Verification> {
  const reward = (await readReward(box)) ?? (total === 0 ? 0 : passed / total)
  return { reward, summary: `Verification: ${passed}/${total} passed; reward=${printFloat(reward)}` }
}

async function readReward(box: Box): Promise<number | undefined> {
  try {
    const text = (await box.readFile(REWARD_FILE)).trim()
    return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined
  } catch (error) {
    if (error instanceof BoxError) return undefined
    throw error
  }
}

/** What a graded tool returns: once an answer was verified, every call says so. */
export function graded<State extends { last_reward: number | null }>(state: State, result: string, isSubmitted: boolean) {
  return isSubmitted && state.last_reward !== null ? { state, result, reward: state.last_reward, done: true } : { state, result }
}
