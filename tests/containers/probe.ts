import { z } from 'zod'
import { type Box, BoxError, defineEnvironment } from '../../core/index.ts'

const action = z.object({
  /** `run` a shell command, two `together`, or one that nobody waits for, `alone`; `read` a file, or `write` one of so many bytes. */
  op: z.enum(['run', 'together', 'alone', 'read', 'write']).default('run'),
  /** The command, the file's path, or the bytes. */
  text: z.string(),
  timeoutMs: z.number().default(10_000),
  maxMemoryBytes: z.int().default(256 * 1024 ** 2),
})
const observation = z.object({ stdout: z.string(), exit_code: z.int(), limit: z.string().nullable(), truncated: z.boolean() })
const NOTHING = { stdout: '', exit_code: 0, limit: null, truncated: false }

/** A box whose commands say what became of them. `allow`: hosts that it may reach. */
export function probe(name: string, allow: string[] = []) {
  return defineEnvironment({
    name,
    version: '1',
    action,
    observation,
    state: z.object({ steps: z.int() }),
    box: { allow },
    options: z.object({ fails: z.boolean().default(false) }),
    reset: async ({ box, options }) => {
      await box.exec('true')
      if (options.fails) throw new Error('As it was asked to.')
      return { state: { steps: 0 }, observation: NOTHING }
    },
    step: async ({ steps }, given, { box }) => ({ state: { steps: steps + 1 }, observation: await perform(box, given) }),
  })
}

async function perform(box: Box, { op, text, timeoutMs, maxMemoryBytes }: z.output<typeof action>): Promise<z.output<typeof observation>> {
  if (op === 'read') return { ...NOTHING, stdout: await orCode(box.readFile(text)) }
  if (op === 'write') return { ...NOTHING, stdout: String(await orCode(box.writeFile('/tmp/written', 'x'.repeat(Number(text))))) }
  if (op === 'alone') {
    box.exec(text).catch(() => {})
    return NOTHING
  }
  if (op === 'together') {
    const [one, other] = await Promise.all([box.exec(text), box.exec(text)])
    return { ...NOTHING, stdout: one.stdout + other.stdout }
  }
  const { stdout, stderr, exitCode, limit, truncated } = await box.exec(text, { timeoutMs, maxMemoryBytes })
  return { stdout: stdout + stderr, exit_code: exitCode, limit, truncated }
}

async function orCode<Result>(call: Promise<Result>): Promise<Result | string> {
  try {
    return await call
  } catch (error) {
    if (error instanceof BoxError) return error.code
    throw error
  }
}
