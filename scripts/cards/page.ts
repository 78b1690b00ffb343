import { InProcessBackend } from '../../core/in-process-backend.ts'
import { type AnyEnvironment, type Description, describe, type JsonObject, type Picture } from '../../core/index.ts'

const FIRST_EPISODE = { seed: 1, episode_id: 'page' }
/** A page is made without network, clock and keys. */
const NOWHERE = { fetch: () => Promise.reject(new Error('A page asks nobody.')), now: () => 0, secret: () => '' }

/** The doc page of an environment, in Markdown: all of it from the definition, nothing written by hand. */
export async function writePage(environment: AnyEnvironment): Promise<string> {
  const description = describe(environment)
  const { name, schemas, state, options } = description
  const picture = await pictureOf(environment)
  const sections = [
    `# ${name}\n\n${description.description}\n\n${facts(description)}`,
    section('Connect', code('python', connecting(description))),
    section('A state', picture === undefined ? undefined : 'svg' in picture ? picture.svg : code('text', picture.text)),
    section('Example actions', code('json', description.examples.map((example) => JSON.stringify(example)).join('\n'))),
    section('Tools', toolTable(description)),
    section('Action', fieldTable(schemas.action)),
    section('Observation', fieldTable(schemas.observation)),
    section('State', fieldTable(state)),
    section('Reset keys', fieldTable(options)),
    section('Tasks', taskTable(description)),
  ]
  return `${sections.filter((part) => part !== undefined).join('\n\n')}\n`
}

/** The picture of a first state; undefined where there is none, or where it takes a container to have one. */
async function pictureOf(environment: AnyEnvironment): Promise<Picture | undefined> {
  if (environment.render === undefined || environment.box !== undefined || environment.container !== undefined) return undefined
  const backend = new InProcessBackend(environment, NOWHERE)
  await backend.reset(FIRST_EPISODE)
  return environment.render(backend.episode?.state)
}

function facts({ version, aliases, maxSteps, mode }: Description): string {
  const more = [
    `Version ${version}.`,
    ...(aliases.length > 0 ? [`Also at ${aliases.map((alias) => `\`/envs/${alias}\``).join(', ')}.`] : []),
    ...(maxSteps === null ? [] : [`Episodes are cut at ${maxSteps} steps.`]),
    ...(mode === null ? [] : [`Served in ${mode} mode.`]),
  ]
  return more.join(' ')
}

function connecting({ name, examples: [example = {}] }: Description): string {
  return [
    'from openenv import GenericEnvClient',
    `with GenericEnvClient(base_url="https://host/envs/${name}").sync() as env:`,
    '    result = env.reset(seed=1)',
    `    result = env.step(${JSON.stringify(example)})`,
  ].join('\n')
}

function section(title: string, body: string | undefined): string | undefined {
  return body === undefined || body === '' ? undefined : `## ${title}\n\n${body}`
}

function code(language: string, text: string): string | undefined {
  return text === '' ? undefined : `\`\`\`${language}\n${text}\n\`\`\``
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  if (rows.length === 0) return undefined
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

function toolTable({ tools }: Description): string | undefined {
  const rows = tools?.simulation ?? []
  return table(
    ['tool', 'what it does', 'arguments'],
    rows.map(({ name, description, inputSchema }) => [
      `\`${name}\``,
      description,
      Object.keys((inputSchema.properties ?? {}) as JsonObject)
        .map((key) => `\`${key}\``)
        .join(', '),
    ]),
  )
}

function fieldTable({ properties = {}, required = [] }: JsonObject): string | undefined {
  const needed = new Set(required as string[])
  return table(
    ['field', 'type', 'default', 'meaning'],
    Object.entries(properties as Record<string, JsonObject>).map(([key, schema]) => [
      `\`${key}\``,
      typeOf(schema),
      'default' in schema ? `\`${JSON.stringify(schema.default)}\`` : needed.has(key) ? 'required' : '',
      typeof schema.description === 'string' ? schema.description : '',
    ]),
  )
}

function typeOf({ type, items, anyOf, enum: choices, const: value }: JsonObject): string {
  if (Array.isArray(anyOf)) return anyOf.map((each) => typeOf(each as JsonObject)).join(' or ')
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(', ')
  if (value !== undefined) return JSON.stringify(value)
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items as JsonObject)}`
  return typeof type === 'string' ? type : 'any'
}

function taskTable({ tasks }: Description): string | undefined {
  const rows = (tasks?.splits ?? []).map(({ name, type, count }) => [
    `\`${name}\``,
    type,
    String(count),
    `\`reset(split="${name}", index=0)\``,
  ])
  return table(['split', 'type', 'tasks', 'to play one'], rows)
}
