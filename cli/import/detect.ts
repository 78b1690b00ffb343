import { basename, posix } from 'node:path'
import { CommandError } from '../command-error.ts'
import { toEnvironmentName } from '../project-folder.ts'
import { findDockerfile, mendDockerfile } from './dockerfile.ts'
import { adapterDockerfile, serverDockerfile } from './generated-dockerfile.ts'
import { findPort } from './port.ts'
import type { Source } from './read-source.ts'

export type Kind = 'openenv' | 'server' | 'verifiers' | 'ors'

/** What an import makes of a folder. */
export interface Detected {
  readonly kind: Kind
  readonly name: string
  readonly description: string
  readonly port: number
  /** Of the source; its text is written where it was mended or there was none. */
  readonly dockerfile: { readonly path: string; readonly context: string; readonly text: string }
  /** What was found and changed, in words. */
  readonly notes: readonly string[]
}

/** Looks at a folder without running anything of it. Its Dockerfile is the truth where it has one. */
export function detect(source: Source, asked?: string): Detected {
  const { name, description } = readNames(source, asked)
  const found = findDockerfile(source)
  if (found !== undefined) {
    const { text, changes } = mendDockerfile(found.text)
    const { port, from } = findPort(source, found.text)
    const notes = [
      `${found.path}, built from ${found.context === '.' ? 'the folder' : found.context}`,
      `port ${port}, of ${from}`,
      ...changes,
    ]
    return { kind: isOpenEnv(source) ? 'openenv' : 'server', name, description, port, dockerfile: { ...found, text }, notes }
  }
  const foreign = findForeign(source)
  if (foreign !== undefined) {
    const { kind, path } = foreign
    const text = adapterDockerfile({
      kind,
      name,
      hasProject: source.has('pyproject.toml'),
      hasRequirements: source.has('requirements.txt'),
    })
    const notes = [`${kind === 'ors' ? 'an Open Reward Standard' : 'a verifiers'} environment in ${path}, by OpenEnv’s own adapter`]
    return { kind, name, description, port: 8000, dockerfile: { path: 'Dockerfile', context: '.', text }, notes }
  }
  const app = findApp(source)
  if (app === undefined)
    throw new CommandError(
      `${source.folder} has no Dockerfile, no FastAPI application, no verifiers and no ORS environment: nothing to import.`,
    )
  const { port, from } = findPort(source, undefined)
  const text = serverDockerfile({ app, port, hasProject: source.has('pyproject.toml'), requirements: requirementsOf(source) })
  const notes = [`no Dockerfile: one was made that runs ${app}`, `port ${port}, of ${from}`]
  return {
    kind: isOpenEnv(source) ? 'openenv' : 'server',
    name,
    description,
    port,
    dockerfile: { path: 'Dockerfile', context: '.', text },
    notes,
  }
}

/** openenv.yaml may not parse: only its plain lines are read. */
function readNames(source: Source, asked: string | undefined): { name: string; description: string } {
  const yaml = source.paths.includes('openenv.yaml') ? source.read('openenv.yaml') : ''
  const project = source.paths.includes('pyproject.toml') ? source.read('pyproject.toml') : ''
  const told = lineOf(yaml, /^name:\s*(.+)$/m) ?? lineOf(project, /^name\s*=\s*(.+)$/m) ?? basename(source.folder)
  const description = lineOf(yaml, /^description:\s*([^|>\s].*)$/m) ?? lineOf(project, /^description\s*=\s*(.+)$/m)
  const name = asked ?? toEnvironmentName(told.replace(/^openenv[-_]/, ''))
  return { name, description: description ?? `${name}, imported` }
}

function lineOf(text: string, pattern: RegExp): string | undefined {
  const line = pattern
    .exec(text)?.[1]
    ?.replace(/\s+#.*$/, '')
    .trim()
    .replace(/^["']|["']$/g, '')
  return line === '' ? undefined : line
}

function isOpenEnv(source: Source): boolean {
  if (source.has('openenv.yaml')) return true
  for (const [, text] of source.python()) if (/^\s*(from|import) openenv(_core)?\b/m.test(text)) return true
  return false
}

function findForeign(source: Source): { kind: 'verifiers' | 'ors'; path: string } | undefined {
  for (const [path, text] of source.python()) {
    if (/^\s*(import verifiers|from verifiers)\b/m.test(text) && /^(async )?def load_environment\(/m.test(text))
      return { kind: 'verifiers', path }
    const isOrs =
      /^\s*(from|import) (ors|openreward|openrewardstandard)\b/m.test(text) && /^class \w+\([\w., ]*Environment[\w., ]*\):/m.test(text)
    if (isOrs) return { kind: 'ors', path }
  }
  return undefined
}

/** `module:app` of the file nearest to the root that makes a FastAPI application; openenv.yaml's word comes first where it is true. */
function findApp(source: Source): string | undefined {
  const yaml = source.paths.includes('openenv.yaml') ? source.read('openenv.yaml') : ''
  const told = lineOf(yaml, /^app:\s*(\S+)$/m)
  if (told !== undefined && source.has(`${told.split(':')[0]?.replaceAll('.', '/')}.py`)) return told
  const found = [...source.python()]
    .filter(([path]) => !/(^|\/)tests?\//.test(path))
    .flatMap(([path, text]) => {
      const name = /^(\w+)\s*(?::\s*\w+\s*)?=\s*(?:\w+\.)*(?:FastAPI|create_app|create_fastapi_app|create_web_interface_app)\(/m.exec(
        text,
      )?.[1]
      return name === undefined ? [] : [{ path, name }]
    })
    .sort((one, other) => one.path.split('/').length - other.path.split('/').length)
  const [first] = found
  return first === undefined
    ? undefined
    : `${first.path
        .replace(/\.py$/, '')
        .replace(/^src\//, '')
        .replaceAll('/', '.')}:${first.name}`
}

function requirementsOf(source: Source): string[] {
  return source.paths.filter((path) => posix.basename(path) === 'requirements.txt' && path.split('/').length <= 2)
}
