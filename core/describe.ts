import type { z } from 'zod'
import { shapeOf } from './compiled.ts'
import type { AnyEnvironment, Durability } from './environment.ts'
import type { Json, JsonObject } from './json.ts'
import { jsonSchemaOf } from './schema/json-schema.ts'
import { describeTasks, type TaskDescription } from './tasks/describe-tasks.ts'
import type { Mode, ToolDescription } from './tool.ts'

/** An environment as plain data: what routes, documents, pages and the CLI know of it. */
export interface Description {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly aliases: readonly string[]
  readonly schemas: SchemaSet
  /** JSON Schema of what `state` shows, also where `schemas.state` tells only the base fields. */
  readonly state: JsonObject
  /** JSON Schema of the reset keys beside `seed` and `episode_id`. */
  readonly options: JsonObject
  readonly examples: readonly Json[]
  readonly maxSteps: number | null
  readonly durability: Durability | null
  /** Its own mode; null: the deployment's. */
  readonly mode: Mode | null
  /** Its tools in either mode; null where it has none. */
  readonly tools: Readonly<Record<Mode, readonly ToolDescription[]>> | null
  /** Its tasks; null where it has none. */
  readonly tasks: TaskDescription | null
}

/** The bodies of OpenEnv's `/schema` (contract 1.4): whole models, `done`, `reward` and `metadata` included. */
export interface SchemaSet {
  readonly action: JsonObject
  readonly observation: JsonObject
  readonly state: JsonObject
  readonly reset_observation: JsonObject
}

const METADATA = { additionalProperties: true, title: 'Metadata', type: 'object' }
const REWARD = {
  anyOf: [{ type: 'boolean' }, { type: 'integer' }, { type: 'number' }, { type: 'null' }],
  default: null,
  description: 'Reward signal from the last action',
  title: 'Reward',
}
const DONE = { default: false, description: 'Whether the episode has terminated', title: 'Done', type: 'boolean' }
const EPISODE_ID = {
  anyOf: [{ type: 'string' }, { type: 'null' }],
  default: null,
  description: 'Unique identifier for the current episode',
  title: 'Episode Id',
}
const STEP_COUNT = {
  default: 0,
  description: 'Number of steps taken in the current episode',
  minimum: 0,
  title: 'Step Count',
  type: 'integer',
}

const described = new WeakMap<AnyEnvironment, Description>()

/** Describes an environment as plain data. The same object each time: some clients ask once an episode. */
export function describe(environment: AnyEnvironment): Description {
  const known = described.get(environment)
  if (known !== undefined) return known
  const description = makeDescription(environment)
  described.set(environment, description)
  return description
}

function makeDescription(environment: AnyEnvironment): Description {
  const { name, version, description = `${className(name)} environment`, aliases = [], options, examples = [], tools, tasks } = environment
  return {
    name,
    version,
    description,
    aliases,
    schemas: schemasOf(environment),
    state: shownState(environment),
    options: options === undefined || Object.keys(shapeOf(options)).length === 0 ? {} : jsonSchemaOf(options),
    examples: examples as Json[],
    maxSteps: environment.maxSteps ?? null,
    durability: environment.durability ?? null,
    mode: environment.mode ?? null,
    tools: tools === undefined ? null : { simulation: tools.list('simulation'), production: tools.list('production') },
    tasks: tasks === undefined ? null : describeTasks(tasks),
  }
}

function schemasOf(environment: AnyEnvironment): SchemaSet {
  const { name, action, observation, published, view } = environment
  const shown = observationModel(published?.observation ?? observation, name)
  return {
    action: model(jsonSchemaOf(action), `${className(name)}Action`, {
      extra: false,
      before: { metadata: { ...METADATA, description: 'Additional metadata for the action' } },
    }),
    observation: shown,
    state: view?.isUnpublished === true ? stateModel({}, 'State') : shownState(environment),
    reset_observation: published === undefined ? shown : observationModel(published.resetObservation, name),
  }
}

function observationModel(schema: z.core.$ZodType, name: string): JsonObject {
  const before = { done: DONE, reward: REWARD, metadata: { ...METADATA, description: 'Additional metadata for the observation' } }
  return model(jsonSchemaOf(schema), `${className(name)}Observation`, { extra: false, before })
}

function shownState({ name, view, state }: AnyEnvironment): JsonObject {
  return stateModel(jsonSchemaOf(view?.schema ?? state), `${className(name)}State`)
}

function stateModel(schema: JsonObject, title: string): JsonObject {
  return model(schema, title, { extra: true, before: { episode_id: EPISODE_ID, step_count: STEP_COUNT } })
}

type ModelOptions = { extra: boolean; before: JsonObject }

/** A schema as the model that OpenEnv makes of it: the base class's fields come first. */
function model(schema: JsonObject, title: string, { extra, before }: ModelOptions): JsonObject {
  const { $defs, properties, anyOf } = schema
  if (anyOf !== undefined) return { ...schema, title: schema.title ?? title }
  return {
    ...($defs === undefined ? {} : { $defs }),
    additionalProperties: extra,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    properties: { ...before, ...(properties as JsonObject) },
    ...(schema.required === undefined ? {} : { required: schema.required }),
    title: schema.title ?? title,
    type: 'object',
  }
}

/** `grid_world` → `GridWorld`. */
function className(name: string): string {
  return name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
