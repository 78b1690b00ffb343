import { z } from 'zod'
import { type Box, defineToolEnvironment } from '../../core/index.ts'
import {
  asCell,
  type Cell,
  type CellRun,
  cell,
  commandResult,
  formatRun,
  runCell,
  runCommands,
  runShellCell,
  summarize,
} from './notebook.ts'
import { graded, sandboxOptions, score, startSandbox } from './shell.ts'
import { wholeState } from './whole-state.ts'

/** A cell may run for minutes, and an answer may start many verify commands. */
const CALL_TIMEOUT_MS = 15 * 60_000

const state = z.object({
  cells: z.array(cell),
  sandbox_id: z.string().nullable(),
  last_cell_success: z.boolean(),
  setup_results: z.array(commandResult),
  verify_results: z.array(commandResult),
  verify_commands: z.array(z.string()),
  submitted_answer: z.string().nullable(),
  last_reward: z.number().nullable(),
})
type State = z.output<typeof state>

const EMPTY: State = {
  cells: [],
  sandbox_id: null,
  last_cell_success: true,
  setup_results: [],
  verify_results: [],
  verify_commands: [],
  submitted_answer: null,
  last_reward: null,
}

/** A notebook over a live IPython kernel: cells, shell commands, pictures, an answer that verify commands judge. */
export const jupyter = defineToolEnvironment({
  name: 'jupyter',
  version: '1',
  description: 'A Jupyter notebook in a sandbox of its own, with setup and verify commands.',
  state,
  view: wholeState(state, 'JupyterState', EMPTY),
  options: sandboxOptions,
  box: {},

  async start({ box, options, episodeId }) {
    const greeting = 'Jupyter environment ready. Use add_and_execute_code_cell to start.'
    const also = { files_loaded: [] }
    const { begun, turn } = await startSandbox({ options, episodeId, greeting, also, run: (commands) => runCommands(box, commands) })
    return { state: { ...EMPTY, ...begun }, ...turn }
  },

  tools: {
    add_and_execute_code_cell: {
      description: 'Execute Python code in the stateful Jupyter notebook. Names, imports and files are there in later calls.',
      input: z.object({ code: z.string().describe('Lines of Python; the value of the last is shown.') }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      async call(before, { code }, context) {
        const run = await runCell(context.box, code)
        return added(before, asCell(context, 'code', code, run, before.cells.length + 1), run)
      },
    },
    edit_and_execute_current_cell: {
      description: 'Replace the last code cell with new code and re-execute it: for mending it without adding a cell.',
      input: z.object({ code: z.string().describe('What stands in the cell from now on.') }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      async call(before, { code }, context) {
        const run = await runCell(context.box, code)
        const others = { ...before, cells: before.cells.slice(0, -1) }
        return added(others, asCell(context, 'code', code, run, others.cells.length + 1), run)
      },
    },
    execute_shell_command: {
      description: 'Run a shell command inside the sandbox: to look at files, install packages or start programs.',
      input: z.object({ command: z.string().describe('What the shell is to run.') }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      async call(before, { command }, context) {
        const run = await runShellCell(context.box, command)
        const cells = [...before.cells, asCell(context, 'shell', command, run, before.cells.length + 1)]
        return answered({ ...before, cells }, formatRun(run))
      },
    },
    get_notebook_state: {
      description: 'Return a compact summary of all executed cells and their outputs.',
      input: z.object({ include_images: z.boolean().default(false).describe('Whether to say how many pictures a cell drew.') }),
      output: z.string(),
      call: (before, { include_images: withImages }) => answered(before, summarize(before.cells, withImages)),
    },
    final_answer: {
      description: 'Submit your final answer to the question.',
      input: z.object({ answer: z.string().describe('The answer; the verify commands of the reset then judge the work.') }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      call: (before, { answer }, { box }) => submit(before, answer, box),
    },
  },

  examples: [{ type: 'call_tool', tool_name: 'add_and_execute_code_cell', arguments: { code: 'x = 6 * 7\nx' } }],
})

function answered(current: State, result: string) {
  return graded(current, result, current.submitted_answer !== null)
}

function added(before: State, made: Cell, run: CellRun) {
  return answered({ ...before, cells: [...before.cells, made], last_cell_success: made.success }, formatRun(run))
}

async function submit(before: State, answer: string, box: Box) {
  const submitted = { ...before, submitted_answer: answer }
  if (before.verify_commands.length === 0) return answered(submitted, `Answer submitted: ${answer}`)
  const results = await runCommands(box, before.verify_commands)
  const { reward, summary } = await score(box, results.filter(({ success }) => success).length, results.length)
  return answered({ ...submitted, verify_results: results, last_reward: reward }, `Answer submitted: ${answer}\n${summary}`)
}
