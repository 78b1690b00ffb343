import { type AnyEnvironment, describe, type Json, type JsonObject, type Mode } from '../core/internal.ts'
import { TASK_SCHEMAS, taskOperations } from './task-operations.ts'

/** One route as its documents tell it. */
export interface Operation {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly summary: string
  /** Names of schemas; absent for no body. */
  readonly body?: string
  readonly answer: string
  /** Absent: served in both modes. */
  readonly mode?: Mode
  /** Other answers than 200 and their meaning. */
  readonly errors?: Readonly<Record<number, string>>
}

const INVALID = { 422: 'The body or the action is not of its schema.' }

const OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/reset',
    summary: 'Start an episode. Without a session key in the URL it ends with the answer.',
    body: 'ResetRequest',
    answer: 'PlayResponse',
    mode: 'simulation',
    errors: INVALID,
  },
  {
    method: 'post',
    path: '/step',
    summary: 'Take an action: on the episode of the URL’s session key, else on a fresh one.',
    body: 'StepRequest',
    answer: 'PlayResponse',
    mode: 'simulation',
    errors: INVALID,
  },
  { method: 'get', path: '/state', summary: 'What the episode shows of its state.', answer: 'State', mode: 'simulation' },
  { method: 'get', path: '/schema', summary: 'JSON Schemas of action, observation and state.', answer: 'Schemas' },
  { method: 'get', path: '/metadata', summary: 'Name, description and version.', answer: 'Metadata' },
  { method: 'get', path: '/health', summary: 'Always 200 while the deployment answers.', answer: 'Health' },
  {
    method: 'post',
    path: '/mcp',
    summary:
      'Tools over JSON-RPC (tools/list, tools/call, openenv/session/create, openenv/session/close); real MCP for who accepts event streams.',
    body: 'JsonRpcRequest',
    answer: 'JsonRpcResponse',
  },
]

const NULLABLE_STRING = { anyOf: [{ type: 'string' }, { type: 'null' }] }
const RPC_ID = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] }
const ANY_OBJECT = { type: 'object', additionalProperties: true }

const COMMON: JsonObject = {
  ResetRequest: {
    ...ANY_OBJECT,
    properties: { seed: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }, episode_id: NULLABLE_STRING },
  },
  StepRequest: {
    ...ANY_OBJECT,
    properties: {
      action: { $ref: '#/components/schemas/Action' },
      timeout_s: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] },
      request_id: NULLABLE_STRING,
    },
    required: ['action'],
  },
  PlayResponse: {
    type: 'object',
    properties: {
      observation: ANY_OBJECT,
      reward: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      done: { type: 'boolean' },
      metadata: { anyOf: [ANY_OBJECT, { type: 'null' }] },
    },
    required: ['observation', 'reward', 'done', 'metadata'],
  },
  Schemas: {
    type: 'object',
    properties: { action: ANY_OBJECT, observation: ANY_OBJECT, state: ANY_OBJECT, reset_observation: ANY_OBJECT },
    required: ['action', 'observation', 'state', 'reset_observation'],
  },
  Metadata: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      description: { type: 'string' },
      readme_content: NULLABLE_STRING,
      version: NULLABLE_STRING,
      author: NULLABLE_STRING,
      documentation_url: NULLABLE_STRING,
    },
    required: ['name', 'description'],
  },
  Health: { type: 'object', properties: { status: { const: 'healthy' } }, required: ['status'] },
  JsonRpcRequest: {
    type: 'object',
    properties: { jsonrpc: { const: '2.0' }, method: { type: 'string' }, params: ANY_OBJECT, id: RPC_ID },
    required: ['jsonrpc', 'method'],
    additionalProperties: false,
  },
  JsonRpcResponse: {
    type: 'object',
    properties: { jsonrpc: { const: '2.0' }, id: RPC_ID, result: {}, error: ANY_OBJECT },
    required: ['jsonrpc', 'id'],
  },
}

/** The routes that an environment has in a mode. */
export function operationsOf(environment: AnyEnvironment, mode: Mode): readonly Operation[] {
  const own = OPERATIONS.filter((operation) => operation.mode === undefined || operation.mode === mode)
  return [...own, ...taskOperations(environment)]
}

/** The OpenAPI 3.1 document of an environment whose routes begin at `base` (a path, '' for the root). */
export function openApiOf(environment: AnyEnvironment, mode: Mode, base: string): JsonObject {
  const { schemas, tasks } = describe(environment)
  return {
    openapi: '3.1.0',
    // The version is that of OpenEnv's HTTP interface: its validator takes the profile from it.
    info: { title: 'OpenEnv Environment HTTP API', version: '1.0.0', description: describe(environment).description },
    servers: [{ url: base === '' ? '/' : base }],
    paths: Object.fromEntries(
      operationsOf(environment, mode).map((operation) => [operation.path, { [operation.method]: describeOperation(operation) }]),
    ),
    components: {
      schemas: {
        ...COMMON,
        ...TASK_SCHEMAS,
        ...hoisted('Task', tasks?.spec ?? ANY_OBJECT),
        ...hoisted('Action', schemas.action),
        ...hoisted('State', schemas.state),
      },
    },
  }
}

function describeOperation({ method, path, summary, body, answer, errors = {} }: Operation): JsonObject {
  const failures = Object.entries(errors).map(([status, description]) => [status, { description, ...content(ANY_OBJECT) }])
  return {
    summary,
    operationId: `${method}${path.replaceAll('/', '_')}`,
    ...(body === undefined ? {} : { requestBody: { required: body !== 'ResetRequest', ...content(reference(body)) } }),
    responses: { 200: { description: 'Successful response', ...content(reference(answer)) }, ...Object.fromEntries(failures) },
  }
}

function content(schema: Json): JsonObject {
  return { content: { 'application/json': { schema } } }
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema and its definitions as components: `#/$defs` would point to the document's root, where there are none. */
function hoisted(name: string, schema: JsonObject): JsonObject {
  const { $defs = {}, ...body } = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject
  return { ...($defs as JsonObject), [name]: body }
}
