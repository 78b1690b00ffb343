import type { Rng } from '../core/index.ts'

type Schema = Readonly<Record<string, unknown>>

/** Integers and numbers without bounds are drawn from 0 to this. */
const DEFAULT_SPAN = 9
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz ']

/** A value that a JSON Schema admits, drawn by a policy that knows nothing. `metadata`, which every action may carry, is left out. */
export function randomAction(schema: Schema, rng: Rng): object {
  const value = draw(schema, schema, rng)
  if (!isSchema(value)) return {}
  const { metadata: _, ...action } = value
  return action
}

function draw(schema: Schema, root: Schema, rng: Rng): unknown {
  const inner = (next: unknown): unknown => draw(isSchema(next) ? next : {}, root, rng)
  if (typeof schema.$ref === 'string') return inner(resolve(root, schema.$ref))
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return rng.choice(schema.enum as unknown[])
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options) && options.length > 0) return inner(rng.choice(options))
  switch (schema.type) {
    case 'string':
      return Array.from({ length: drawLength(schema, 'Length', rng) }, () => rng.choice(LETTERS)).join('')
    case 'integer':
      return drawInteger(schema, rng)
    case 'number':
      return drawNumber(schema, rng)
    case 'boolean':
      return rng.random() < 0.5
    case 'array':
      return Array.from({ length: drawLength(schema, 'Items', rng) }, () => inner(schema.items))
    case 'null':
      return null
    default:
      return drawObject(schema, inner, rng)
  }
}

/** Required fields always, others half the time. */
function drawObject(schema: Schema, inner: (next: unknown) => unknown, rng: Rng): object {
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(isSchema(schema.properties) ? schema.properties : {})
  const drawn = fields.filter(([name]) => required.includes(name) || rng.random() < 0.5)
  return Object.fromEntries(drawn.map(([name, field]) => [name, inner(field)]))
}

function drawInteger(schema: Schema, rng: Rng): number {
  const { low, high } = bounds(schema, 1)
  return rng.integer(Math.ceil(low), Math.floor(high))
}

function drawNumber(schema: Schema, rng: Rng): number {
  const { low, high } = bounds(schema, 0)
  return low + rng.random() * (high - low)
}

function bounds(schema: Schema, step: number): { low: number; high: number } {
  const low = numberOf(schema.minimum) ?? add(numberOf(schema.exclusiveMinimum), step)
  const high = numberOf(schema.maximum) ?? add(numberOf(schema.exclusiveMaximum), -step)
  const from = low ?? Math.min(0, (high ?? DEFAULT_SPAN) - DEFAULT_SPAN)
  return { low: from, high: high ?? from + DEFAULT_SPAN }
}

function drawLength(schema: Schema, unit: 'Length' | 'Items', rng: Rng): number {
  const least = numberOf(schema[`min${unit}`]) ?? 1
  return rng.integer(least, Math.min(numberOf(schema[`max${unit}`]) ?? least + 5, least + 5))
}

function resolve(root: Schema, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (isSchema(value) ? value[key] : undefined), root)
}

function numberOf(value: unknown): number | undefined {
  // zod writes the bounds of a safe integer where the author gave none.
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}

function add(value: number | undefined, step: number): number | undefined {
  return value === undefined ? undefined : value + step
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
