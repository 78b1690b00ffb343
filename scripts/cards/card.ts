import { type AnyEnvironment, type Description, describe, type JsonObject } from '../../core/index.ts'

const LICENSE = 'MIT'

/** `openenv.yaml` (contract 2.8). A JSON string is a YAML one. */
export function writeManifest(environment: AnyEnvironment): string {
  const { name, version, description } = describe(environment)
  return [
    'spec_version: 1',
    `name: ${JSON.stringify(name)}`,
    `version: ${JSON.stringify(version)}`,
    `description: ${JSON.stringify(description)}`,
    'port: 8000',
    '# Ours: what to serve, with `openenv-edge serve` or deployed.',
    'edge:',
    `  environment: ${JSON.stringify(name)}`,
    '',
  ].join('\n')
}

/** `discovery.json`, from which `openenv catalog build` makes a catalogue card (contract 2.7). */
export function writeCard(environment: AnyEnvironment): string {
  const description = describe(environment)
  const tools = (description.tools?.production ?? []).map(({ name }) => name)
  const card: JsonObject = {
    description: description.description,
    tags: tagsOf(environment, description),
    license: LICENSE,
    artifact_availability: 'external',
    ...(tools.length === 0 ? {} : { agent_tools: { protocol: 'mcp', names: tools, source: `envs/${description.name}/README.md` } }),
  }
  return `${JSON.stringify(card, null, 2)}\n`
}

function tagsOf({ box, container }: AnyEnvironment, { tools, tasks }: Description): string[] {
  return [
    'openenv-edge',
    ...(box === undefined && container === undefined ? [] : ['container']),
    ...(tools === null ? [] : ['tools']),
    ...(tasks === null ? [] : ['tasks']),
  ]
}
