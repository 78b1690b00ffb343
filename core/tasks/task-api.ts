import { z } from 'zod'
import type { AnyEnvironment, Awaitable } from '../environment.ts'
import { type HttpAnswer, type HttpBody, httpError, readObject, refuse } from '../http.ts'
import { printJson } from '../json-text.ts'
import { pythonRepr } from '../python-text.ts'
import { type Issues, prefix } from '../schema/issue.ts'
import { compileReader } from '../schema/reader.ts'
import { unknownSplit } from './choose-task.ts'
import { type OpenSplit, RangeTooLarge, readRange, sliceBounds } from './read-range.ts'
import { compileTasks } from './task-text.ts'

/** The routes that tell of an environment's tasks (contract 1.4), each under the name of an environment. */
export type TaskRoute = 'splits' | 'tasks' | 'num_tasks' | 'task' | 'task_range'

/** What is asked of an environment's tasks. */
export interface TaskRequest {
  readonly route: TaskRoute
  /** As it stands in the path; undefined for an environment that is not here. */
  readonly name: string
  readonly environment: AnyEnvironment | undefined
  readonly body: HttpBody
}

/** What a body says; a route reads the keys that it has. */
interface Asked {
  readonly split: string
  readonly index: bigint
  readonly start: bigint | null
  readonly stop: bigint | null
}

interface RouteOfTasks {
  /** The method of upstream's environments that the route calls: a 501 names it. */
  readonly method: string
  readonly read: (value: unknown, issues: Issues, strict: boolean) => unknown
  /** The answer's JSON text. Throws a {@link Refusal}. */
  answer(split: OpenSplit, asked: Asked, environment: string): Awaitable<string>
}

const bound = z.bigint().nullable().default(null)
const readSplit = compileReader(z.strictObject({ split: z.string() }))

const ROUTES: Readonly<Record<Exclude<TaskRoute, 'splits'>, RouteOfTasks>> = {
  num_tasks: { method: 'num_tasks', read: readSplit, answer: ({ count }) => `{"num_tasks":${count}}` },
  tasks: {
    method: 'list_tasks',
    read: readSplit,
    answer: async (split, _, environment) => `{"tasks":${await readRange(split, 0, split.count)},"env_name":${printJson(environment)}}`,
  },
  task: {
    method: 'get_task',
    read: compileReader(z.strictObject({ split: z.string(), index: z.bigint() })),
    async answer(split, asked, environment) {
      const index = Number(asked.index)
      if (index < 0 || index >= split.count) throw new Refusal(400, 'Invalid task index')
      const [, task] = /^\[(.*)\]$/s.exec(await readRange(split, index, index + 1)) ?? []
      return `{"task":${task},"env_name":${printJson(environment)}}`
    },
  },
  task_range: {
    method: 'get_task_range',
    read: compileReader(z.strictObject({ split: z.string(), start: bound, stop: bound })),
    async answer(split, asked, environment) {
      const { start, stop } = sliceBounds(split.count, asked)
      return `{"tasks":${await readRange(split, start, stop)},"env_name":${printJson(environment)}}`
    },
  },
}

/** A request that is well formed and cannot be met. */
class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

/** Answers a route of the Task API. Never throws. The body is checked first, as FastAPI does. */
export async function answerTaskRequest(request: TaskRequest): Promise<HttpAnswer> {
  try {
    return { status: 200, body: request.route === 'splits' ? listSplits(request) : await answerRoute(request.route, request) }
  } catch (error) {
    if (error instanceof RangeTooLarge) return { status: 400, body: printJson({ detail: error.message }) }
    if (error instanceof Refusal) return { status: error.status, body: printJson({ detail: error.message }) }
    return httpError(error)
  }
}

function listSplits(request: TaskRequest): string {
  const { splits } = tasksOf(request, 'list_splits').tasks
  return printJson(Object.entries(splits).map(([name, { type }]) => ({ name, type })))
}

function answerRoute(route: Exclude<TaskRoute, 'splits'>, request: TaskRequest): Awaitable<string> {
  const { method, read, answer } = ROUTES[route]
  const asked = readBody(read, request.body)
  const { tasks, name } = tasksOf(request, method)
  const split = Object.hasOwn(tasks.splits, asked.split) ? tasks.splits[asked.split] : undefined
  if (split === undefined) throw new Refusal(400, unknownSplit(tasks.splits, asked.split))
  const { print } = compileTasks(tasks)
  return answer({ ...split, read: split.read.bind(split), name: asked.split, print }, asked, name)
}

function readBody(read: RouteOfTasks['read'], body: HttpBody): Asked {
  const issues: Issues = []
  const asked = read(readObject(body), issues, false)
  prefix(issues, 0, 'body')
  refuse(issues)
  return asked as Asked
}

function tasksOf({ environment, name }: TaskRequest, method: string) {
  if (environment === undefined) throw new Refusal(404, `unknown environment ${pythonRepr(name)}`)
  const { tasks } = environment
  if (tasks === undefined) throw new Refusal(501, `${method} is not supported for this environment`)
  return { tasks, name: environment.name }
}
