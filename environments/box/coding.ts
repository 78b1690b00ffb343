import { z } from 'zod'
import { defineEnvironment } from '../../core/index.ts'
import { type Run, runCode, startInterpreter } from './interpreter.ts'

/** Upstream's patterns, in its order; the first that matches is named. */
const DANGEROUS = [/import\s+os/, /import\s+subprocess/, /eval\(/, /exec\(/, /__import__/, /open\(/]
const CONCISE_CHARACTERS = 100

/** Runs Python in smolagents' interpreter; names persist. The reward judges the code's text: short, parsing, without dangerous calls. */
export const coding = defineEnvironment({
  name: 'coding',
  version: '1',
  description: 'Run Python step by step in a restricted interpreter that keeps its names.',
  action: z.object({ code: z.string() }).meta({ title: 'CodeAction' }),
  observation: z
    .object({ stdout: z.string().default(''), stderr: z.string().default(''), exit_code: z.int().default(0) })
    .meta({ title: 'CodeObservation' }),
  state: z.object({ last_exit_code: z.int() }),
  view: {
    isUnpublished: true,
    schema: z.object({ last_exit_code: z.int() }).meta({ title: 'CodeState' }),
    from: (state) => state,
    beforeReset: () => ({ last_exit_code: 0 }),
  },
  box: {},
  afterDone: 'continue',
  examples: [{ code: "print('Hello')" }, { code: 'x = 5' }, { code: 'x * 2' }],

  async reset(context) {
    await startInterpreter(context, {})
    return { state: { last_exit_code: 0 }, observation: { stdout: '', stderr: '', exit_code: 0 }, reward: 0 }
  },

  async step(_state, { code }, context) {
    const run = await runCode(context, code, {})
    const exitCode = run.failure === null ? 0 : 1
    const violation = DANGEROUS.find((pattern) => pattern.test(code))?.source
    return {
      state: { last_exit_code: exitCode },
      observation: { stdout: printed(run), stderr: run.failure?.traceback ?? '', exit_code: exitCode },
      reward: (violation === undefined ? 0 : -1) + quality(code, run.parses),
      metadata: violation === undefined ? { last_code: code } : { last_code: code, safety_violation: violation },
    }
  },
})

/** What was printed, then the last statement's value; a failure has neither. */
function printed({ logs, output }: Run): string {
  return [logs, output].filter((part) => part !== '' && part !== null).join('\n')
}

function quality(code: string, parses: boolean): number {
  const isConcise = [...code.trim()].length <= CONCISE_CHARACTERS
  return (isConcise ? 0.1 : 0) + (parses ? 0 : -0.2)
}
