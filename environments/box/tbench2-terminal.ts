import { type Box, BoxError } from '../../core/index.ts'
import type { Action, ActionResult, State } from './tbench2.ts'

const COMMAND_TIMEOUT_MS = 20_000
/** Output that is on its way when a background process is looked at. */
const VIEW_MS = 200

/** Runs one action of the terminal; what goes wrong is its error text. */
export async function runInTerminal(box: Box, before: State, action: Action): Promise<ActionResult> {
  try {
    return await run(box, before, action)
  } catch (error) {
    if (error instanceof BoxError || error instanceof ActionError) return { output: '', error: error.message }
    throw error
  }
}

/** An action that cannot be carried out; its message is upstream's. */
class ActionError extends Error {}

function run(box: Box, before: State, action: Action): Promise<ActionResult> | ActionResult {
  switch (action.action_type) {
    case 'exec':
      return action.block ? runBlocking(box, before, action) : startInBackground(box, before, action)
    case 'write':
      return write(box, before, action)
    case 'view':
      return view(box, before, action, VIEW_MS)
    case 'wait':
      return view(box, before, action, (action.wait_seconds ?? 0) * 1000)
    case 'kill':
      return kill(box, before, action)
    case 'write_file':
      return writeFile(box, before, action)
    case 'close':
      return { output: 'Closed TB2 environment.', done: true }
    default:
      throw new ActionError(`Unsupported action_type: ${action.action_type}`)
  }
}

async function runBlocking(box: Box, { task_path: cwd }: State, { command }: Action): Promise<ActionResult> {
  const ran = await box.exec(['/bin/sh', '-c', command], { cwd, timeoutMs: COMMAND_TIMEOUT_MS, keepBackground: true })
  if (ran.limit === 'time') throw new ActionError(`Command timed out after ${COMMAND_TIMEOUT_MS / 1000} seconds`)
  return { output: ran.stdout + ran.stderr }
}

async function startInBackground(box: Box, before: State, { command, session_id: id }: Action): Promise<ActionResult> {
  const name = id || 'tb2-session'
  const pty = await box.openPty({ columns: 120, rows: 40, command: ['/bin/sh', '-c', command], cwd: before.task_path, quiet: true })
  return { output: `Session ${name} started.`, terminals: { ...before.terminals, [name]: pty.id } }
}

async function write(box: Box, before: State, action: Action): Promise<ActionResult> {
  const pty = box.attachPty(terminalOf(before, action))
  await pty.write(`${action.command}\n`)
  return { output: (await pty.read(VIEW_MS)).data }
}

async function view(box: Box, before: State, action: Action, waitMs: number): Promise<ActionResult> {
  return { output: (await box.attachPty(terminalOf(before, action)).read(waitMs)).data }
}

async function kill(box: Box, before: State, action: Action): Promise<ActionResult> {
  await box.attachPty(terminalOf(before, action)).close()
  const { [action.session_id ?? '']: _, ...terminals } = before.terminals
  return { output: `Killed session ${action.session_id}`, terminals }
}

async function writeFile(box: Box, { task_path: folder }: State, { file_path: path, content }: Action): Promise<ActionResult> {
  await box.writeFile(path.startsWith('/') ? path : `${folder}/${path}`, content)
  return { output: `Wrote content to ${path}` }
}

function terminalOf({ terminals }: State, { session_id: id, action_type: type }: Action): string {
  if (id === null || id === '') throw new ActionError(`session_id is required for action_type='${type}'`)
  const terminal = terminals[id]
  if (terminal === undefined) throw new ActionError(`No session '${id}': start one with action_type='exec', block=false.`)
  return terminal
}
