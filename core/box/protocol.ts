import { z } from 'zod'
import { isPlainObject } from '../json.ts'

/** Port on which the box's server listens. */
export const BOX_PORT = 8787
/** Header with the id of a container's start: on every response; on a request it names the start that the caller means. */
export const START_HEADER = 'x-box-start'
/** Header with the token that the container was started with, so that code inside the box cannot speak for its session. */
export const TOKEN_HEADER = 'x-box-token'

/** A command: one string for a shell (`bash -c`), or the program and its arguments. */
export const ExecRequest = z.object({
  command: z.union([z.string(), z.array(z.string()).min(1)]),
  /** Default `/home/user`. */
  cwd: z.string().optional(),
  /** Added to the user's environment. */
  env: z.record(z.string(), z.string()).optional(),
  stdin: z.string().optional(),
  /** Default 120,000. */
  timeoutMs: z.number().positive().optional(),
  /** Bytes kept of stdout and of stderr each; the rest is read and dropped. Default 1 MiB. */
  maxOutputBytes: z.int().positive().optional(),
  /** Resident memory of the command with all its children. Default 1 GiB. */
  maxMemoryBytes: z.int().positive().optional(),
  /** Processes left in the background live on until the next reset; default: they die with the command. */
  keepBackground: z.boolean().optional(),
})
export type ExecRequest = z.output<typeof ExecRequest>

/** Why the box ended a command by force. */
export const Limit = z.enum(['time', 'memory', 'disk'])
export type Limit = z.output<typeof Limit>

export const ExecResult = z.object({
  /** As a shell shows it: 128 + the signal's number when a signal ended the command. */
  exitCode: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  /** Bytes were dropped from stdout or stderr. */
  truncated: z.boolean(),
  /** The limit that ended the command; null when it ended by itself. */
  limit: Limit.nullable(),
  durationMs: z.number(),
})
export type ExecResult = z.output<typeof ExecResult>

export const FileRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('read'), path: z.string(), encoding: z.enum(['utf8', 'base64']).default('utf8') }),
  z.object({ op: z.literal('write'), path: z.string(), content: z.string(), encoding: z.enum(['utf8', 'base64']).default('utf8') }),
  z.object({
    op: z.literal('edit'),
    path: z.string(),
    edits: z.array(z.object({ oldText: z.string(), newText: z.string(), all: z.boolean().default(false) })),
  }),
  z.object({ op: z.literal('list'), path: z.string() }),
])
export type FileRequest = z.input<typeof FileRequest>

export const FileEntry = z.object({ name: z.string(), kind: z.enum(['file', 'directory', 'link', 'other']), size: z.int() })
export type FileEntry = z.output<typeof FileEntry>

/** Which persistent Python a call means: an IPython kernel, or smolagents' interpreter, which is some environments' contract. */
export const KernelRequest = z.object({
  engine: z.enum(['ipython', 'smolagents']),
  /** What the engine's own program in containers/box/kernels understands. */
  request: z.record(z.string(), z.unknown()),
  timeoutMs: z.number().positive().optional(),
  maxMemoryBytes: z.int().positive().optional(),
})
export type KernelRequest = z.output<typeof KernelRequest>

/** A kernel's answer; a kernel that a limit ended has lost its names and starts afresh with the next call. */
export const KernelResult = z.union([
  // Read by whoever asked: to go through its keys here as well takes as long as the rest of the call's checks.
  z.object({ limit: z.null(), answer: z.custom<Record<string, unknown>>(isPlainObject) }),
  z.object({ limit: z.enum(['time', 'memory', 'disk', 'died']) }),
])
export type KernelResult = z.output<typeof KernelResult>

export const PtyRequest = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('open'),
    command: z.array(z.string()).min(1).optional(),
    cols: z.int(),
    rows: z.int(),
    cwd: z.string().optional(),
    /** No echo, and line ends as the program prints them: what a pipe would show. */
    quiet: z.boolean().optional(),
  }),
  z.object({ op: z.literal('write'), id: z.string(), data: z.string() }),
  z.object({ op: z.literal('read'), id: z.string(), waitMs: z.number().nonnegative() }),
  z.object({ op: z.literal('resize'), id: z.string(), cols: z.int(), rows: z.int() }),
  z.object({ op: z.literal('close'), id: z.string() }),
])
export type PtyRequest = z.output<typeof PtyRequest>

/** What a terminal printed since the last read, and whether its program has ended. */
export const PtyOutput = z.object({ data: z.string(), ended: z.boolean() })
export type PtyOutput = z.output<typeof PtyOutput>

/** An error as the box answers it. */
export const BoxFailure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/** Route that the runtime asks before an episode's first call: it is answered by the box's object, not by the server inside. */
export const OPEN_BOX = '/open'

/** Bytes of a frame on the socket between a box and its object, and of a request's body: what the platform carries in one message. */
export const MAX_MESSAGE_BYTES = 32 * 1024 ** 2
