import { z } from 'zod'
import type { Box, Context } from '../../core/index.ts'
import { failureOf, runShell } from './shell.ts'

const SUMMARY_CELLS = 10
const CODE_CHARACTERS = 120
const OUTPUT_CHARACTERS = 300
const SHELL_TIMEOUT_MS = 120_000
const CELL_TIMEOUT_MS = 300_000

export const cell = z.object({
  cell_id: z.string(),
  cell_type: z.string(),
  code: z.string(),
  output: z.string(),
  error: z.string().nullable(),
  execution_count: z.int(),
  has_image: z.boolean(),
  images: z.array(z.string()),
  success: z.boolean(),
})
export type Cell = z.output<typeof cell>

export const commandResult = z.object({ command: z.string(), output: z.string(), error: z.string().nullable(), success: z.boolean() })
export type CommandResult = z.output<typeof commandResult>

/** What a cell or a command came to. */
export interface CellRun {
  readonly stdout: string
  readonly results: readonly string[]
  readonly images: readonly string[]
  readonly error: string | null
}

const LIMITS = {
  time: 'TimeoutError: the cell ran for too long, and so the kernel was restarted: its names are lost',
  memory: 'MemoryError: the kernel took more memory than it may and was restarted: its names are lost',
  disk: 'OSError: the disk is full, and so the kernel was restarted: its names are lost',
  died: 'DeadKernelError: the kernel died and was restarted: its names are lost',
} as const

/** Runs a cell in the episode's IPython kernel. */
export async function runCell(box: Box, code: string): Promise<CellRun> {
  const ran = await box.python(code, { timeoutMs: CELL_TIMEOUT_MS })
  if (ran.limit !== null) return { stdout: '', results: [], images: [], error: LIMITS[ran.limit] }
  const { stdout, results, images, error } = ran.answer
  return { stdout, results, images, error: error === null ? null : `${error.name}: ${error.value}\n${error.traceback.join('\n')}` }
}

/** Runs a shell command as a cell; its stderr is dropped and its exit code is no error, as upstream has it. */
export async function runShellCell(box: Box, command: string): Promise<CellRun> {
  const ran = await runShell(box, command, SHELL_TIMEOUT_MS)
  return { stdout: ran.stdout, results: [], images: [], error: ran.limit === null ? null : failureOf(ran, command, SHELL_TIMEOUT_MS) }
}

/** Runs setup and verify commands; here, unlike upstream, a non-zero exit code is a failure. */
export async function runCommands(box: Box, commands: readonly string[]): Promise<CommandResult[]> {
  const results: CommandResult[] = []
  for (const command of commands) {
    const ran = await runShell(box, command, SHELL_TIMEOUT_MS)
    const error = failureOf(ran, command, SHELL_TIMEOUT_MS)
    results.push({ command, output: formatRun({ stdout: ran.stdout, results: [], images: [], error }), error, success: error === null })
  }
  return results
}

/** A run as the agent reads it. */
export function formatRun({ stdout, results, images, error }: CellRun): string {
  const pictures = images.length === 0 ? [] : [`[Image output: ${images.length} image(s) generated]`]
  const parts = [...(stdout === '' ? [] : [stdout.trim()]), ...results, ...pictures, ...(error === null ? [] : [`ERROR:\n${error}`])]
  return parts.length === 0 ? '(no output)' : parts.join('\n')
}

/** A run as a cell of the notebook. */
export function asCell({ rng }: Context, type: 'code' | 'shell', code: string, run: CellRun, count: number): Cell {
  const { stdout, results, images, error } = run
  const pictures = images.length === 0 ? [] : [`[${images.length} image(s) generated]`]
  const output = [...(stdout === '' ? [] : [stdout.trim()]), ...results, ...pictures].join('\n')
  const id = Array.from({ length: 32 }, () => rng.integer(0, 15).toString(16)).join('')
  const shared = { execution_count: count, has_image: images.length > 0, images: [...images], success: error === null }
  return { cell_id: id, cell_type: type, code: type === 'shell' ? `$ ${code}` : code, output, error, ...shared }
}

/** The last cells, shortened. */
export function summarize(cells: readonly Cell[], withImages: boolean): string {
  if (cells.length === 0) return 'No cells executed yet.'
  return cells
    .slice(-SUMMARY_CELLS)
    .flatMap((entry) => summaryLines(entry, withImages))
    .join('\n')
}

function summaryLines({ execution_count: count, code, output, error, images }: Cell, withImages: boolean): string[] {
  return [
    `[Cell ${count}] ${start(code, CODE_CHARACTERS).replaceAll('\n', ' ↵ ')}`,
    ...(output === '' ? [] : [`  → ${start(output, OUTPUT_CHARACTERS)}`]),
    ...(error === null ? [] : [`  ✗ ${start(error, OUTPUT_CHARACTERS)}`]),
    ...(images.length === 0 ? [] : [`  🖼 ${images.length} image(s) generated`]),
    ...(withImages ? images.map((image, index) => `  [image ${index + 1}] data:image/png;base64,${image}`) : []),
  ]
}

function start(text: string, characters: number): string {
  return [...text].slice(0, characters).join('')
}
