import { type Context, defineEnvironment, OpenEnvError, type Turn } from '../../core/index.ts'
import { type Run, readName, runCode, type Setup, startInterpreter } from './interpreter.ts'
import { asText, finalCall, finalName, isTrue, readAnswer } from './repl-answer.ts'
import { REPL_PRELUDE } from './repl-prelude.ts'
import { action, MAX_ITERATIONS, metadata, type Observation, observation, options, type State, state } from './repl-schemas.ts'

const PREVIEW_CHARACTERS = 500
const OUTPUT_CHARACTERS = 8_192
const DEFAULT_MODEL = 'Qwen/Qwen3.5-9B'
const IMPORTS = (
  're json math random collections itertools functools operator string textwrap difflib statistics decimal fractions datetime copy ' +
  'pprint typing dataclasses enum bisect heapq array struct base64 hashlib hmac uuid'
).split(' ')

/** A Python REPL for language models over a long context (recursive language models): code until a final answer. */
export const repl = defineEnvironment({
  name: 'repl',
  version: '1',
  description: 'Work on a context with Python, step by step, until a final answer.',
  action,
  observation,
  metadata,
  state,
  options,
  view: {
    isUnpublished: true,
    schema: state.omit({ expected_answer: true }).meta({ title: 'REPLState' }),
    from: ({ expected_answer: _, ...shown }) => shown,
    beforeReset() {
      throw new OpenEnvError('EXECUTION_ERROR', 'Environment not initialized. Call reset() first.')
    },
  },
  box: {},
  afterDone: 'continue',
  examples: ['x = 6 * 7\nprint(x)', "print(f'FINAL({x})')"].map((code) => ({ code, is_final: false, final_answer: null })),

  async reset(context) {
    const { context: text, task_prompt: task, expected_answer: expected } = context.options
    const names = await startInterpreter(context, setupOf(text ?? '', context))
    const started: State = {
      context: text ?? '',
      task_prompt: task ?? '',
      iteration: 0,
      max_iterations: MAX_ITERATIONS,
      namespace_keys: names,
      final_answer: null,
      total_execution_time: 0,
      expected_answer: expected === undefined || expected === null ? null : String(expected),
    }
    const result = { ...NOTHING_RUN, stdout: welcome(started) }
    const metadata = { task_prompt: started.task_prompt, message: 'Environment ready.' }
    return { state: started, observation: observe(started, result), reward: null, metadata }
  },

  async step(before, action, context) {
    const current = { ...before, iteration: before.iteration + 1 }
    if (action.is_final) return finish(current, { answer: action.final_answer ?? '', success: true, message: 'Final answer submitted.' })
    if (current.iteration >= MAX_ITERATIONS) return finishAtLimit(current, context)
    return runStep(current, action.code, context)
  },
})

const NOTHING_RUN = { stdout: '', stderr: '', locals_snapshot: {}, execution_time: 0, success: true, exception: null }

/** The model is asked with the deployment's token: a caller's would be stored with the episode's options. */
function setupOf(text: string, context: Context & { options?: { llm_model?: string | null | undefined } }): Setup {
  const model = context.options?.llm_model ?? DEFAULT_MODEL
  const names = `TOKEN = ${pythonText(findToken(context))}\nMODEL = ${pythonText(model)}\n`
  const variables = { answer: { content: '', ready: false }, ...(text === '' ? {} : { context: text }) }
  return { imports: IMPORTS, variables, prelude: names + REPL_PRELUDE }
}

function findToken(context: Context): string | undefined {
  try {
    return context.secret('HF_TOKEN')
  } catch {
    return undefined
  }
}

/** A string as a Python expression, by way of JSON. */
function pythonText(text: string | undefined): string {
  return text === undefined ? 'None' : `__import__("json").loads(${JSON.stringify(JSON.stringify(text))})`
}

function welcome({ context, task_prompt: task }: State): string {
  const length = [...context].length
  return [
    'REPL environment initialized.',
    ...(context === '' ? [] : [`Context loaded (${length} chars). Use 'context' variable to access it.`]),
    ...(task === '' ? [] : [`Task: ${task}`]),
    "Use answer['content'] to store your answer, and set answer['ready'] = True when done.",
  ].join('\n')
}

function observe({ context, namespace_keys: names, iteration }: State, result: Observation['result']): Observation {
  const characters = [...context]
  return {
    result,
    context_preview: context === '' ? null : characters.slice(0, PREVIEW_CHARACTERS).join(''),
    context_length: characters.length,
    available_variables: names,
    iteration,
    max_iterations: MAX_ITERATIONS,
  }
}

async function runStep(before: State, code: string, context: Context): Promise<Turn<Observation, State>> {
  const run = await runCode(context, code, setupOf(before.context, context))
  const result = blockOf(run)
  const answer = (await findAnswer(result.stdout, context)) ?? null
  const current = {
    ...before,
    namespace_keys: run.names,
    total_execution_time: before.total_execution_time + run.seconds,
    final_answer: answer ?? before.final_answer,
  }
  const done = answer !== null
  const metadata = { task_prompt: current.task_prompt, final_answer: answer, execution_time: run.seconds }
  const reward = done ? outcome(current, answer) : run.failure === null ? 0 : -0.05
  return { state: current, observation: observe(current, result), reward, done, metadata }
}

function blockOf({ logs, output, failure, seconds, made }: Run): Observation['result'] & { stdout: string } {
  const stdout = [logs, output].filter((part) => part !== '' && part !== null).join('\n')
  const exception = failure === null ? null : `${failure.type}: ${failure.message}\n${failure.traceback}`
  const shared = { locals_snapshot: made, execution_time: seconds, success: failure === null, exception }
  return { stdout: cut(stdout), stderr: cut(exception ?? ''), ...shared }
}

function cut(text: string): string {
  const characters = [...text]
  if (characters.length <= OUTPUT_CHARACTERS) return text
  return `${characters.slice(0, OUTPUT_CHARACTERS).join('')}\n... (truncated, total ${characters.length} chars)`
}

async function findAnswer(stdout: string, context: Context): Promise<string | undefined> {
  const called = finalCall(stdout)
  if (called !== undefined) return called
  const name = finalName(stdout)
  const value = name === undefined ? null : await readName(context, name)
  if (value !== null) return asText(value)
  const { content, isReady } = readAnswer(await readName(context, 'answer'))
  return isReady ? asText(content) : undefined
}

async function finishAtLimit(current: State, context: Context): Promise<Turn<Observation, State>> {
  const { content } = readAnswer(await readName(context, 'answer'))
  const message = `Maximum iterations (${MAX_ITERATIONS}) reached.`
  return finish(current, { answer: isTrue(content) ? asText(content) : current.final_answer, success: false, message })
}

type Ending = { answer: string | null; success: boolean; message: string }

/** The last observation of an episode that ended without running code. */
function finish(before: State, { answer, success, message }: Ending): Turn<Observation, State> {
  const current = { ...before, final_answer: answer }
  const { iteration, total_execution_time: seconds } = current
  const result = { ...NOTHING_RUN, stdout: message, success }
  const seen = { result, context_preview: null, context_length: 0, available_variables: [], iteration, max_iterations: MAX_ITERATIONS }
  const metadata = { final_answer: answer, total_execution_time: seconds, total_iterations: iteration }
  return { state: current, observation: seen, reward: outcome(current, answer), done: true, metadata }
}

/** 1 for the expected answer, 0 for another or when none was expected, −0.1 for none. */
function outcome({ expected_answer: expected }: State, answer: string | null): number {
  if (answer === null) return -0.1
  return expected !== null && normal(answer) === normal(expected) ? 1 : 0
}

function normal(text: string): string {
  return text.trim().toLowerCase()
}
