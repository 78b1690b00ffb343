import { type AnyEnvironment, describe, type JsonObject } from '../core/internal.ts'
import type { Operation } from './openapi.ts'

const LISTED: Operation = {
  method: 'get',
  path: '/list_environments',
  summary: 'Names of the environments that are served here.',
  answer: 'EnvironmentNames',
}

const FAULTS = { 400: 'No such split or index, or more tasks than one answer holds.', 422: 'The body is not of its schema.' }

/** The routes of the Task API that an environment has: those of tasks only where it has tasks. */
export function taskOperations(environment: AnyEnvironment): readonly Operation[] {
  const { name, tasks } = describe(environment)
  if (tasks === null) return [LISTED]
  const told = tasks.splits.map((split) => `${split.name} (${split.count})`).join(', ')
  const post = { method: 'post', errors: FAULTS } as const
  return [
    LISTED,
    { method: 'get', path: `/${name}/splits`, summary: `The splits of its tasks: ${told}.`, answer: 'TaskSplits' },
    { ...post, path: `/${name}/num_tasks`, summary: 'How many tasks a split has.', body: 'SplitRequest', answer: 'TaskCount' },
    { ...post, path: `/${name}/task`, summary: 'One task of a split.', body: 'TaskRequest', answer: 'TaskResponse' },
    { ...post, path: `/${name}/task_range`, summary: 'Tasks of a split, as a slice.', body: 'TaskRangeRequest', answer: 'TaskList' },
    { ...post, path: `/${name}/tasks`, summary: 'All tasks of a split.', body: 'SplitRequest', answer: 'TaskList' },
  ]
}

const STRING = { type: 'string' }
const BOUND = { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }
const TASK = { $ref: '#/components/schemas/Task' }

/** The schemas that the Task API's bodies and answers are of, but for `Task`, which is each environment's own. */
export const TASK_SCHEMAS: JsonObject = {
  EnvironmentNames: { type: 'array', items: STRING },
  TaskSplits: {
    type: 'array',
    items: object({ name: STRING, type: { enum: ['train', 'validation', 'test'] } }),
  },
  SplitRequest: closed({ split: STRING }),
  TaskRequest: closed({ split: STRING, index: { type: 'integer', minimum: 0 } }),
  TaskRangeRequest: { ...closed({ split: STRING, start: BOUND, stop: BOUND }), required: ['split'] },
  TaskCount: object({ num_tasks: { type: 'integer', minimum: 0 } }),
  TaskResponse: object({ task: TASK, env_name: STRING }),
  TaskList: object({ tasks: { type: 'array', items: TASK }, env_name: STRING }),
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}

function closed(properties: JsonObject): JsonObject {
  return { ...object(properties), additionalProperties: false }
}
