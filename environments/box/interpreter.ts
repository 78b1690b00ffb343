import { z } from 'zod'
import { type Context, type JsonObject, OpenEnvError } from '../../core/index.ts'

/** What smolagents' interpreter answers to a run (containers/box/kernels/smolagents_kernel.py). */
const Run = z.object({
  logs: z.string(),
  output: z.string().nullable(),
  failure: z.object({ type: z.string(), message: z.string(), traceback: z.string() }).nullable(),
  seconds: z.number(),
  parses: z.boolean(),
  made: z.record(z.string(), z.string()),
  names: z.array(z.string()),
})
export type Run = z.output<typeof Run>

/** How an interpreter is set up: modules that code may import, names that it finds, and Python that defines functions for it. */
export interface Setup {
  readonly imports?: string[]
  readonly variables?: JsonObject
  /** Fills a dictionary `TOOLS` of functions; `interpreter` is there to look at. */
  readonly prelude?: string
}

const LIMITS = {
  time: 'The code ran for too long',
  memory: 'The code took more memory than it may',
  disk: 'The code stored more than it may',
  died: 'The interpreter ended while it ran the code',
} as const

/** Starts a fresh interpreter. Returns the names that code finds in it. */
export async function startInterpreter({ box }: Context, { imports = [], variables = {}, prelude = '' }: Setup): Promise<string[]> {
  const started = await box.interpret({ op: 'start', imports, variables, prelude })
  if (started.limit !== null) throw new OpenEnvError('EXECUTION_ERROR', `The interpreter did not start: ${LIMITS[started.limit]}.`)
  return z.object({ names: z.array(z.string()) }).parse(started.answer).names
}

/**
 * Runs code in the episode's interpreter. Code that had to be stopped counts as failed: the interpreter is then a new one, and the
 * failure says that its names are lost.
 */
export async function runCode(context: Context, code: string, setup: Setup): Promise<Run> {
  const ran = await context.box.interpret({ op: 'run', code })
  if (ran.limit === null && ran.answer.missing !== true) return Run.parse(ran.answer)
  const reason = ran.limit === null ? 'The interpreter had ended before' : LIMITS[ran.limit]
  const names = await startInterpreter(context, setup)
  const message = `${reason}. A new interpreter was started: names of earlier steps are lost.`
  const failure = { type: 'InterpreterError', message, traceback: `InterpreterError: ${message}\n` }
  return { logs: '', output: null, failure, seconds: 0, parses: true, made: {}, names }
}

/** The value of a name, null when there is none; what JSON cannot hold comes as text. */
export async function readName({ box }: Context, name: string): Promise<unknown> {
  const read = await box.interpret({ op: 'get', name })
  return read.limit === null ? (read.answer.value ?? null) : null
}
