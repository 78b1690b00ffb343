import { z } from 'zod'
import { type Box, defineToolEnvironment } from '../../core/index.ts'
import { printFloat } from '../../core/json-text.ts'
import { editText, readText, search, writeText } from './coding-tools-files.ts'
import { type CommandResult, EMPTY, record, type State, state, type ToolRun, todoItem } from './coding-tools-state.ts'
import { readCommands, runShell, sandboxOptions, score } from './shell.ts'
import { wholeState } from './whole-state.ts'

const BASH_TIMEOUT_S = 30
const SETUP_TIMEOUT_S = 60
const VERIFY_TIMEOUT_S = 120
/** A call may bring a time limit of its own, and a submission many commands. */
const CALL_TIMEOUT_MS = 15 * 60_000

const STATUSES = new Set(['pending', 'in_progress', 'completed'])
const PRIORITIES = new Set(['high', 'medium', 'low'])
const editSpec = z.object({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().default(false) })

/** Ten tools over a sandbox: shell, files, search, a plan, and a submission that verify commands judge. */
export const codingTools = defineToolEnvironment({
  name: 'coding_tools',
  version: '1',
  description: 'Shell, file and search tools over a sandbox, with setup and verify commands.',
  state,
  view: wholeState(state, 'CodingToolsState', EMPTY),
  options: sandboxOptions,
  box: {},

  async start({ box, options, episodeId }) {
    const { setup, verify } = readCommands(options)
    const results: CommandResult[] = []
    for (const command of setup) {
      results.push(await runAs('setup', box, command, SETUP_TIMEOUT_S))
      if (results.at(-1)?.ok === false) break
    }
    const started = { ...EMPTY, sandbox_id: episodeId, setup_results: results, verify_commands: verify }
    if (results.some(({ ok }) => !ok)) {
      const metadata = { status: 'error', sandbox_id: episodeId, message: 'Setup command failed.', setup_results: results }
      return { state: started, done: true, metadata }
    }
    const message = 'coding_tools_env ready.'
    return {
      state: started,
      metadata: { status: 'ready', sandbox_id: episodeId, message, verify_commands: verify, setup_results: results },
    }
  },

  tools: {
    bash: {
      description: 'Execute bash commands using the computer instance.',
      input: z.object({ command: z.string(), timeout: z.number().nullable().default(BASH_TIMEOUT_S) }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      async call(before, { command, timeout }, { box }) {
        const run = await shell(box, command, timeout ?? BASH_TIMEOUT_S)
        return record(before, 'bash', run, run.error === undefined ? run.output : `ERROR: ${run.error}\n${run.output}`.trim())
      },
    },
    read: {
      description: 'Read file contents using computer instance.',
      input: z.object({ file_path: z.string(), offset: z.int().nullable().default(null), limit: z.int().nullable().default(null) }),
      output: z.string(),
      call: async (before, { file_path: path, offset, limit }, { box }) => record(before, 'read', await readText(box, path, offset, limit)),
    },
    write: {
      description: 'Write content to a file using computer instance.',
      input: z.object({ file_path: z.string(), content: z.string() }),
      output: z.string(),
      call: async (before, { file_path: path, content }, { box }) => record(before, 'write', await writeText(box, path, content)),
    },
    edit: {
      description: 'Perform exact string replacement in a file.',
      input: z.object({ file_path: z.string(), ...editSpec.shape }),
      output: z.string(),
      async call(before, { file_path: path, ...edit }, { box }) {
        const run = await editText(box, path, [asEdit(edit)], 'edit ok')
        const isMissing = run.error?.startsWith('old_string not found') === true
        return record(
          before,
          'edit',
          isMissing ? { ...run, error: 'old_string not found' } : { ...run, metadata: { replace_all: edit.replace_all } },
        )
      },
    },
    multi_edit: {
      description: 'Perform multiple edits on a single file.',
      input: z.object({ file_path: z.string(), edits: z.array(editSpec) }),
      output: z.string(),
      async call(before, { file_path: path, edits }, { box }) {
        const run = await editText(box, path, edits.map(asEdit), `applied ${edits.length} edits`)
        return record(before, 'multi_edit', { ...run, metadata: { applied: run.error === undefined ? edits.length : 0 } })
      },
    },
    glob: {
      description: 'Find files matching a glob pattern.',
      input: z.object({ pattern: z.string(), path: z.string().nullable().default(null) }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      call: async (before, { pattern, path }, { box }) => record(before, 'glob', await search(box, 'glob', { pattern, path: path ?? '.' })),
    },
    grep: {
      description: 'Search for patterns in files.',
      input: z.object({ pattern: z.string(), path: z.string().nullable().default(null), include: z.string().nullable().default(null) }),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      call: async (before, { path, ...asked }, { box }) =>
        record(before, 'grep', await search(box, 'grep', { ...asked, path: path ?? '.' })),
    },
    ls: {
      description: 'List files and directories.',
      input: z.object({ path: z.string().default('.'), ignore: z.array(z.string()).nullable().default(null) }),
      output: z.string(),
      call: async (before, { path, ignore }, { box }) => record(before, 'ls', await search(box, 'ls', { path, ignore: ignore ?? [] })),
    },
    todo_write: {
      description: 'Manage todo list for planning and progress tracking.',
      input: z.object({ todos: z.array(todoItem) }),
      output: z.string(),
      call(before, { todos }) {
        const fault = todoFault(todos)
        if (fault !== undefined) return record(before, 'todo_write', { output: '', error: fault }, fault)
        return record({ ...before, todos }, 'todo_write', { output: `stored ${todos.length} todos` })
      },
    },
    submit_solution: {
      description: 'Submit solution and run test suite via verify commands.',
      input: z.object({}),
      output: z.string(),
      timeoutMs: CALL_TIMEOUT_MS,
      call: (before, _input, { box }) => submit(before, box),
    },
  },

  examples: [{ type: 'call_tool', tool_name: 'bash', arguments: { command: 'echo hello' } }],
})

function asEdit({ old_string, new_string, replace_all }: z.output<typeof editSpec>) {
  return { oldText: old_string, newText: new_string, all: replace_all }
}

function todoFault(todos: readonly z.output<typeof todoItem>[]): string | undefined {
  if (todos.filter(({ status }) => status === 'in_progress').length > 1) return 'ERROR: only one todo item can be in_progress'
  for (const { status, priority } of todos) {
    if (!STATUSES.has(status)) return `ERROR: invalid status ${status}`
    if (!PRIORITIES.has(priority)) return `ERROR: invalid priority ${priority}`
  }
  return undefined
}

async function shell(box: Box, command: string, timeoutS: number): Promise<ToolRun> {
  const expired = { output: '', error: `TimeoutExpired: Command '${command}' timed out after ${printFloat(timeoutS)} seconds` }
  if (timeoutS <= 0) return expired
  const { stdout, stderr, exitCode, limit } = await runShell(box, command, timeoutS * 1000)
  if (limit === 'time') return expired
  const output = [stdout.trim(), stderr.trim()].filter((part) => part !== '').join('\n')
  return { output, metadata: { exit_code: exitCode }, ...(exitCode === 0 ? {} : { error: `exit_code=${exitCode}` }) }
}

async function runAs(tool: string, box: Box, command: string, timeoutS: number): Promise<CommandResult> {
  const { output, error = null } = await shell(box, command, timeoutS)
  return { tool, ok: error === null, output, error, metadata: { command } }
}

async function submit(before: State, box: Box) {
  const finished = { ...before, submitted: true }
  if (before.verify_commands.length === 0) {
    const run = { output: 'No verify commands configured. reward=0.0', metadata: { reward: 0, finished: true } }
    return record({ ...finished, last_reward: 0 }, 'submit_solution', run)
  }
  const results: CommandResult[] = []
  for (const command of before.verify_commands) results.push(await runAs('verify', box, command, VERIFY_TIMEOUT_S))
  const { reward, summary } = await score(box, results.filter(({ ok }) => ok).length, results.length)
  const graded = { ...finished, verify_results: results, last_reward: reward }
  return record(graded, 'submit_solution', { output: summary, metadata: { reward, finished: true } })
}
