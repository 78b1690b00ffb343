import { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'
import { type ExecRequest, ExecResult, FileEntry, KernelResult, PtyOutput } from './protocol.ts'

/** A program's text or a file's, in pieces to replace. */
export interface Edit {
  readonly oldText: string
  readonly newText: string
  /** Every occurrence; default: the first. */
  readonly all?: boolean
}

export type ExecOptions = Omit<ExecRequest, 'command'>

/** What a cell of the persistent IPython kernel printed, showed and drew. */
export const PythonResult = z.object({
  stdout: z.string(),
  stderr: z.string(),
  /** Text of the values shown. */
  results: z.array(z.string()),
  /** PNG, base64. */
  images: z.array(z.string()),
  error: z.object({ name: z.string(), value: z.string(), traceback: z.array(z.string()) }).nullable(),
  truncated: z.boolean(),
})
export type PythonResult = z.output<typeof PythonResult>

/** A kernel's answer, or the limit that ended the kernel: its names are then lost, and the next call starts a new one. */
export type KernelAnswer<T> = { readonly limit: null; readonly answer: T } | { readonly limit: 'time' | 'memory' | 'disk' | 'died' }

/** A terminal in a box. */
export interface Pty {
  /** For {@link Box.attachPty} in a later call: JSON is all that an episode keeps. */
  readonly id: string
  write(data: string): Promise<void>
  /** What was printed since the last read; waits up to `waitMs` for something. */
  read(waitMs: number): Promise<PtyOutput>
  resize(columns: number, rows: number): Promise<void>
  close(): Promise<void>
}

/**
 * A container of the session's own: a file system, commands, a persistent Python. It lives as long as the episode at most; when it is
 * lost, every call throws `CONTAINER_LOST`. A call that the box refuses throws a {@link BoxError} with the file system's code.
 */
export interface Box {
  /** Runs a shell command, or a program with its arguments, to its end or to a limit. Never throws for what the command does. */
  exec(command: ExecRequest['command'], options?: ExecOptions): Promise<ExecResult>
  readFile(path: string, encoding?: 'utf8' | 'base64'): Promise<string>
  /** Writes a file whole, with the folders it needs. */
  writeFile(path: string, content: string, encoding?: 'utf8' | 'base64'): Promise<void>
  /** Makes all edits or none; a text that is not there is a BoxError `NOT_FOUND_IN_FILE` whose message is that text. */
  editFile(path: string, edits: readonly Edit[]): Promise<void>
  list(path: string): Promise<FileEntry[]>
  /** Runs a cell in the episode's IPython kernel. */
  python(code: string, options?: { timeoutMs?: number; maxMemoryBytes?: number }): Promise<KernelAnswer<PythonResult>>
  /** Asks smolagents' interpreter, which some environments' contracts name; `request` is for containers/box/kernels/smolagents_kernel.py. */
  interpret(request: JsonObject, options?: { timeoutMs?: number }): Promise<KernelAnswer<Record<string, unknown>>>
  openPty(options: { columns: number; rows: number; command?: string[]; cwd?: string; quiet?: boolean }): Promise<Pty>
  /** The terminal of this id; its calls throw a BoxError `NO_TERMINAL` when it was closed. */
  attachPty(id: string): Pty
}

/** How a box is reached: a route and its request, answered as the box's server answers. */
export type AskBox = (route: string, body: JsonObject) => Promise<Json>

/** A box over any way to reach it. */
export function createBox(ask: AskBox): Box {
  async function kernel(body: JsonObject): Promise<KernelAnswer<Record<string, unknown>>> {
    return KernelResult.parse(await ask('/kernel', body))
  }
  return {
    exec: async (command, options = {}) => ExecResult.parse(await ask('/exec', { command: asJson(command), ...withoutUndefined(options) })),
    readFile: async (path, encoding = 'utf8') => z.string().parse(await ask('/files', { op: 'read', path, encoding })),
    async writeFile(path, content, encoding = 'utf8') {
      await ask('/files', { op: 'write', path, content, encoding })
    },
    async editFile(path, edits) {
      await ask('/files', { op: 'edit', path, edits: edits.map((edit) => ({ ...edit })) })
    },
    list: async (path) => z.array(FileEntry).parse(await ask('/files', { op: 'list', path })),
    async python(code, options = {}) {
      const result = await kernel({ engine: 'ipython', request: { op: 'run', code }, ...options })
      return result.limit === null ? { limit: null, answer: PythonResult.parse(result.answer) } : result
    },
    interpret: (request, options = {}) => kernel({ engine: 'smolagents', request, ...options }),
    async openPty({ columns, ...options }) {
      const opened = await ask('/pty', { op: 'open', cols: columns, ...withoutUndefined(options) })
      return createPty(ask, z.object({ id: z.string() }).parse(opened).id)
    },
    attachPty: (id) => createPty(ask, id),
  }
}

function createPty(ask: AskBox, id: string): Pty {
  return {
    id,
    async write(data) {
      await ask('/pty', { op: 'write', id, data })
    },
    read: async (waitMs) => PtyOutput.parse(await ask('/pty', { op: 'read', id, waitMs })),
    async resize(columns, rows) {
      await ask('/pty', { op: 'resize', id, cols: columns, rows })
    },
    async close() {
      await ask('/pty', { op: 'close', id })
    },
  }
}

function asJson(command: ExecRequest['command']): Json {
  return typeof command === 'string' ? command : [...command]
}

function withoutUndefined(options: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(options).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}
