import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Which folder may import what (DESIGN.md, "The arrows"): folders of this repository, then packages by prefix. */
const ARROWS: Record<string, { folders: readonly string[]; packages: readonly string[] }> = {
  core: { folders: [], packages: ['zod'] },
  environments: { folders: ['core'], packages: ['zod'] },
  'durable-objects': { folders: ['core'], packages: ['zod', 'cloudflare:workers', '@cloudflare/containers'] },
  workers: { folders: ['core', 'durable-objects'], packages: ['zod', 'hono', 'cloudflare:workers', '@modelcontextprotocol/'] },
  // Bundled into one file: nothing that it imports is a dependency of the package.
  containers: { folders: ['core'], packages: ['node:', 'ws'] },
  client: { folders: ['core'], packages: [] },
  cli: {
    folders: [],
    packages: ['node:', 'openenv-edge', 'citty', '@clack/prompts', 'zod', 'miniflare', 'esbuild', 'wrangler', 'hyparquet'],
  },
  examples: { folders: [], packages: ['node:', 'openenv-edge', 'zod', 'hono', 'cloudflare:workers'] },
}
/** Single files that may import more than their folder. */
const EXTRA_FOLDERS: Record<string, readonly string[]> = { 'workers/main.ts': ['environments'] }
/** What the client may import for more than its types: no schema, no zod. */
const CLIENT_VALUES = /^core\/(errors|json[\w-]*)\.ts$/
const PUBLIC_ENTRANCE = /^(core|client|workers|environments)\/index\.ts$/
const IMPORT =
  /(?:^|[\s;])(?:import|export)\s+(?<type>type\s)?(?:[^'"`;]*?\sfrom\s*)?['"](?<target>[^'"]+)['"]|import\(\s*['"](?<dynamic>[^'"]+)['"]\s*\)/g

export interface ForbiddenImport {
  readonly file: string
  readonly target: string
}

/** Every import below `root` that goes against the arrows. */
export function findForbiddenImports(root: string): ForbiddenImport[] {
  return Object.keys(ARROWS).flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['cli/templates/**'] }).flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8'))
        .filter(({ target, typeOnly }) => !isAllowed(file, folder, target, typeOnly))
        .map(({ target }) => ({ file, target })),
    ),
  )
}

function importsOf(source: string): { target: string; typeOnly: boolean }[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(IMPORT)].map(({ groups }) => ({
    target: groups?.target ?? groups?.dynamic ?? '',
    typeOnly: groups?.type !== undefined,
  }))
}

function isAllowed(file: string, folder: string, target: string, typeOnly: boolean): boolean {
  const { folders, packages } = ARROWS[folder] ?? { folders: [], packages: [] }
  if (!target.startsWith('.')) return packages.some((allowed) => target === allowed || target.startsWith(withSlash(allowed)))
  const path = relative('.', join(dirname(file), target))
  const to = path.split('/')[0] ?? ''
  if (to === folder) return true
  if (folder === 'cli') return PUBLIC_ENTRANCE.test(path)
  if (folder === 'client' && to === 'core') return typeOnly || CLIENT_VALUES.test(path)
  return folders.includes(to) || (EXTRA_FOLDERS[file]?.includes(to) ?? false)
}

/** `zod` allows `zod/v4` and `node:` allows `node:fs`, but `zod` does not allow `zodiac`. */
function withSlash(allowed: string): string {
  return /[/:]$/.test(allowed) ? allowed : `${allowed}/`
}

if (import.meta.main) {
  const forbidden = findForbiddenImports(join(import.meta.dirname, '..'))
  for (const { file, target } of forbidden) console.error(`${file} must not import ${target}.`)
  process.exitCode = forbidden.length > 0 ? 1 : 0
}
