import { z } from 'zod'
import { type Box, BoxError, defineEnvironment, OpenEnvError } from '../../core/index.ts'
import { evaluate } from './tbench2-evaluate.ts'
import { runInTerminal } from './tbench2-terminal.ts'

/** Tasks of the image, a folder each; an image with more of them serves more. */
const TASKS = '/opt/tasks'
const DEFAULT_TASK = 'headless-terminal'

const state = z.object({
  task_id: z.string(),
  task_path: z.string(),
  session_id: z.string(),
  terminal_ready: z.boolean(),
  last_action_type: z.string(),
  last_command: z.string(),
  last_output: z.string(),
  /** Not shown. */
  instruction: z.string(),
  source: z.string(),
  /** Terminals that run in the background, by the client's session id. */
  terminals: z.record(z.string(), z.string()),
})
export type State = z.output<typeof state>

const NOT_SHOWN = { instruction: true, source: true, terminals: true } as const
const EMPTY = { task_id: '', task_path: '', session_id: '', terminal_ready: false, last_action_type: '', last_command: '', last_output: '' }

export const action = z
  .object({
    action_type: z.string().default('exec'),
    command: z.string().default(''),
    session_id: z.string().nullable().default(null),
    block: z.boolean().default(true),
    wait_seconds: z.number().nullable().default(null),
    file_path: z.string().default(''),
    content: z.string().default(''),
  })
  .meta({ title: 'Tbench2Action' })
export type Action = z.output<typeof action>

/** Terminal-Bench 2 tasks, local mode: work in the task's folder, then its tests judge. */
export const tbench2 = defineEnvironment({
  name: 'tbench2',
  version: '1',
  description: 'Solve Terminal-Bench 2 tasks in a terminal.',
  action,
  observation: z
    .object({
      instruction: z.string().default(''),
      output: z.string().default(''),
      success: z.boolean().default(true),
      error: z.string().default(''),
      task_id: z.string().default(''),
      task_path: z.string().default(''),
      session_id: z.string().nullable().default(null),
      action_type: z.string().default(''),
      info: z.record(z.string(), z.json()).default({}),
    })
    .meta({ title: 'Tbench2Observation' }),
  state,
  view: { isUnpublished: true, schema: state.omit(NOT_SHOWN).meta({ title: 'Tbench2State' }), from: shownOf, beforeReset: () => EMPTY },
  options: z.object({
    task_id: z.string().nullish(),
    task_name: z.string().nullish(),
    task_path: z.string().nullish(),
    path: z.string().nullish(),
  }),
  box: {},
  afterDone: 'continue',

  async reset({ box, options }) {
    const taskId = options.task_id || options.task_name || DEFAULT_TASK
    const source = options.task_path || options.path || `${TASKS}/${taskId}`
    const instruction = await readInstruction(box, source)
    const folder = `/workspace/${taskId}`
    await box.exec(['cp', '-rT', source, folder])
    const started: State = { ...EMPTY, task_id: taskId, task_path: folder, terminal_ready: true, instruction, source, terminals: {} }
    const shared = { instruction, output: '', success: true, error: '', task_id: taskId, task_path: folder, info: {} }
    return { state: started, observation: { ...shared, session_id: null, action_type: 'reset' }, reward: 0 }
  },

  async step(before, asked, { box }) {
    const sessionId = asked.session_id || 'tb2-session'
    const result = asked.action_type === 'evaluate' ? await evaluate(box, before) : await runInTerminal(box, before, asked)
    const { output, error = '', info = {}, terminals = before.terminals, reward = null, done = false } = result
    const last = { last_action_type: asked.action_type, last_command: asked.command, last_output: output }
    const { instruction, task_id, task_path } = before
    return {
      state: { ...before, ...last, session_id: sessionId, terminals },
      observation: {
        ...{ instruction, output, success: error === '', error, task_id, task_path },
        ...{ session_id: sessionId, action_type: asked.action_type, info },
      },
      reward,
      done,
    }
  },
})

/** What an action came to; an `error` is an observation, too. */
export interface ActionResult {
  readonly output: string
  readonly error?: string
  readonly info?: Record<string, boolean | number>
  readonly terminals?: Record<string, string>
  readonly reward?: number
  readonly done?: boolean
}

function shownOf({ instruction: _, source: __, terminals: ___, ...shown }: State): object {
  return shown
}

async function readInstruction(box: Box, folder: string): Promise<string> {
  try {
    await box.list(folder)
    return await box.readFile(`${folder}/instruction.md`)
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    const message = `Task path not found: ${folder}. Tasks are folders of the box image below ${TASKS} (docs/containers.md).`
    throw new OpenEnvError('EXECUTION_ERROR', message, { cause: error })
  }
}
