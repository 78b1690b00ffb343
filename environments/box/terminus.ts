import { z } from 'zod'
import { type Box, defineToolEnvironment } from '../../core/index.ts'
import { failureOf, graded, runShell, sandboxOptions, score, startSandbox } from './shell.ts'
import { wholeState } from './whole-state.ts'

const COMMAND_TIMEOUT_MS = 120_000
/** An answer may start many verify commands, each with its own limit. */
const CALL_TIMEOUT_MS = 15 * 60_000

const commandResult = z.object({ command: z.string(), output: z.string(), error: z.string().nullable(), success: z.boolean() })
type CommandResult = z.output<typeof commandResult>

const state = z.object({
  sandbox_id: z.string().nullable(),
  setup_results: z.array(commandResult),
  verify_commands: z.array(z.string()),
  verify_results: z.array(commandResult),
  commands: z.array(commandResult),
  submitted_answer: z.string().nullable(),
  last_reward: z.number().nullable(),
  last_error: z.string().nullable(),
})
type State = z.output<typeof state>

const EMPTY: State = {
  sandbox_id: null,
  setup_results: [],
  verify_commands: [],
  verify_results: [],
  commands: [],
  submitted_answer: null,
  last_reward: null,
  last_error: null,
}

/** One tool, a terminal: work in a sandbox, submit an answer, be verified by the commands that the reset brought. */
export const terminus = defineToolEnvironment({
  name: 'terminus',
  version: '1',
  description: 'A terminal in a sandbox of its own, with setup and verify commands.',
  state,
  view: wholeState(state, 'TerminusState', EMPTY),
  options: sandboxOptions,
  box: {},

  async start({ box, options, episodeId }) {
    const greeting = 'Terminus environment ready. Use terminal(command=...) to work.'
    const { begun, turn } = await startSandbox({ options, episodeId, greeting, run: (commands) => runAll(box, commands) })
    return { state: { ...EMPTY, ...begun }, ...turn }
  },

  tools: {
    terminal: {
      description: 'Run a shell command or submit a final answer inside the sandbox.',
      input: z.object({
        command: z.string().default('').describe('What the shell is to run.'),
        final_answer: z.string().default('').describe('The answer; the verify commands of the reset then judge the work.'),
      }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      async call(before, { command, final_answer: answer }, { box }) {
        if (answer !== '') return submit(before, answer, box)
        if (command.trim() === '') return answered(before, 'Error: command or final_answer is required.')
        const result = await run(box, command)
        return answered({ ...before, commands: [...before.commands, result] }, result.output)
      },
    },
  },

  examples: [{ type: 'call_tool', tool_name: 'terminal', arguments: { command: 'echo hello' } }],
})

function answered(current: State, result: string) {
  return graded(current, result, current.submitted_answer !== null)
}

async function submit(before: State, answer: string, box: Box) {
  const submitted = { ...before, submitted_answer: answer }
  if (before.verify_commands.length === 0) return answered(submitted, `Answer submitted: ${answer}`)
  const results = await runAll(box, before.verify_commands)
  const { reward, summary } = await score(box, results.filter(({ success }) => success).length, results.length)
  return answered({ ...submitted, verify_results: results, last_reward: reward }, `Answer submitted: ${answer}\n${summary}`)
}

async function runAll(box: Box, commands: readonly string[]): Promise<CommandResult[]> {
  const results: CommandResult[] = []
  for (const command of commands) results.push(await run(box, command))
  return results
}

async function run(box: Box, command: string): Promise<CommandResult> {
  const ran = await runShell(box, command, COMMAND_TIMEOUT_MS)
  const error = failureOf(ran, command, COMMAND_TIMEOUT_MS)
  const parts = [ran.stdout.trim(), ran.stderr.trim(), error === null ? '' : `ERROR:\n${error}`].filter((part) => part !== '')
  return { command, output: parts.length === 0 ? '(no output)' : parts.join('\n'), error, success: error === null }
}
