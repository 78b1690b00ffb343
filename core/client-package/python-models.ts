import { className, docstring, identifier, pythonLiteral, pythonString } from './python-text.ts'

type Schema = Readonly<Record<string, unknown>>

const SCALARS: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }
const LIMITS: Readonly<Record<string, string>> = {
  minimum: 'ge',
  maximum: 'le',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  minLength: 'min_length',
  maxLength: 'max_length',
}
/** What upstream's base classes have already. */
const BASE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Action: ['metadata'],
  Observation: ['done', 'reward', 'metadata'],
  State: ['episode_id', 'step_count'],
  BaseModel: [],
}

/** Collects the classes of one module: each schema of an object becomes one, with a name that no other has. */
export class PythonModels {
  readonly #classes = new Map<string, string>()
  /** Of a schema's text: the same object twice is one class. */
  readonly #names = new Map<string, string>()

  /** Adds the classes of a schema and of what is in it; returns the annotation of its values. A union of objects is one of several. */
  add(schema: Schema, base: string, name: string): string {
    return this.#annotate(schema, { root: schema, base, name })
  }

  /** The source of all classes. */
  source(): string {
    return [...this.#classes.values()].join('\n\n')
  }

  names(): string[] {
    return [...this.#classes.keys()]
  }

  #annotate(schema: Schema, place: { root: Schema; base: string; name: string }): string {
    const inner = (next: unknown, name = place.name): string => (isSchema(next) ? this.#annotate(next, { ...place, name }) : 'Any')
    if (typeof schema.$ref === 'string') {
      const target = schema.$ref.split('/').at(-1) ?? ''
      const definitions = isSchema(place.root.$defs) ? place.root.$defs : {}
      return inner(definitions[target] ?? {}, className(target))
    }
    if ('const' in schema) return `Literal[${pythonLiteral(schema.const)}]`
    if (Array.isArray(schema.enum)) return literals(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (Array.isArray(options)) return unite(options.map((option, index) => inner(option, `${place.name}${titleOf(option) ?? index + 1}`)))
    if (Array.isArray(schema.type)) return unite(schema.type.map((type: unknown) => inner({ ...schema, type })))
    if (schema.type === 'array') return annotateArray(schema, inner)
    if (schema.type !== 'object') return SCALARS[String(schema.type)] ?? 'Any'
    if (isSchema(schema.properties)) return this.#addClass(schema, place)
    return `dict[str, ${isSchema(schema.additionalProperties) ? inner(schema.additionalProperties, `${place.name}Value`) : 'Any'}]`
  }

  #addClass(schema: Schema, { root, base, name }: { root: Schema; base: string; name: string }): string {
    const key = `${base} ${JSON.stringify(schema)}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    let free = name
    for (let copy = 2; this.#classes.has(free); copy++) free = `${name}${copy}`
    this.#names.set(key, free)
    this.#classes.set(free, '')
    const fields = Object.entries(isSchema(schema.properties) ? schema.properties : {}).filter(
      ([field]) => !BASE_FIELDS[base]?.includes(field),
    )
    const required = Array.isArray(schema.required) ? schema.required : []
    const lines = fields.map(([field, value]) => {
      const place = { root, base: 'BaseModel', name: free + className(field) }
      const annotation = isSchema(value) ? this.#annotate(value, place) : 'Any'
      return printField(field, { schema: isSchema(value) ? value : {}, annotation, isRequired: required.includes(field) })
    })
    const text = typeof schema.description === 'string' ? schema.description : `${base === 'BaseModel' ? 'Part' : base} of the environment.`
    const config = lines.some((line) => line.includes('alias=')) ? ['model_config = ConfigDict(populate_by_name=True)', ''] : []
    const body = [docstring(text), ...(lines.length > 0 ? [''] : []), ...config, ...lines]
    this.#classes.delete(free)
    this.#classes.set(free, [`class ${free}(${base}):`, ...body.map((line) => (line === '' ? '' : `    ${line}`)), ''].join('\n'))
    return free
  }
}

interface FieldPlace {
  readonly schema: Schema
  readonly annotation: string
  readonly isRequired: boolean
}

/** A field that may be left out and has no default is None until it is set. */
function printField(name: string, { schema, annotation, isRequired }: FieldPlace): string {
  const python = identifier(name)
  const hasDefault = 'default' in schema
  const isNullable = annotation.split(' | ').includes('None') || annotation === 'Any'
  const type = isRequired || hasDefault || isNullable ? annotation : `${annotation} | None`
  const parts = Object.entries(LIMITS).flatMap(([key, limit]) => (isLimit(schema[key]) ? [`${limit}=${pythonLiteral(schema[key])}`] : []))
  if (hasDefault) parts.unshift(`default=${pythonLiteral(schema.default)}`)
  else if (!isRequired) parts.unshift('default=None')
  if (typeof schema.default === 'object' && schema.default !== null) parts.push('validate_default=True')
  if (python !== name) parts.push(`alias=${pythonString(name)}`)
  if (typeof schema.description === 'string') parts.push(`description=${pythonString(schema.description)}`)
  return `${python}: ${type}${parts.length === 0 ? '' : ` = Field(${parts.join(', ')})`}`
}

function annotateArray({ prefixItems, items }: Schema, inner: (next: unknown, name?: string) => string): string {
  if (!Array.isArray(prefixItems)) return `list[${inner(items)}]`
  const rest = isSchema(items) ? [inner(items)] : []
  // Python has no tuple of a fixed head and a free tail.
  return rest.length > 0
    ? `list[${unite([...prefixItems.map((item: unknown) => inner(item)), ...rest])}]`
    : `tuple[${prefixItems.map((item: unknown) => inner(item)).join(', ')}]`
}

function literals(values: readonly unknown[]): string {
  const plain = values.filter((value) => typeof value !== 'number' || Number.isInteger(value))
  if (plain.length < values.length) return 'float'
  return `Literal[${plain.map(pythonLiteral).join(', ')}]`
}

function unite(annotations: readonly string[]): string {
  const distinct = [...new Set(annotations)]
  return distinct.includes('Any') ? 'Any' : distinct.join(' | ')
}

function titleOf(option: unknown): string | undefined {
  return isSchema(option) && typeof option.title === 'string' ? className(option.title) : undefined
}

/** zod writes the bounds of a safe integer where the author gave none. */
function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
