import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Never copied and never read: what tools leave behind, and what may hold secrets. */
const SKIPPED = new Set([
  '.git',
  '.hg',
  '.venv',
  'venv',
  '.tox',
  '__pycache__',
  'node_modules',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
])
const SECRET = /^(\.env(\..*)?|\.netrc|id_(rsa|ed25519).*|.*\.(pem|key|p12|pfx)|(credentials|secrets?)\.(json|ya?ml|toml))$/
const MAX_READ_BYTES = 1_000_000

/** The files of a folder by their path in it, without what is skipped. They are read as text, never run. */
export class Source {
  readonly folder: string
  readonly paths: readonly string[]

  constructor(folder: string) {
    this.folder = folder
    this.paths = [...walk(folder, folder)].sort()
  }

  read(path: string): string {
    const file = join(this.folder, path)
    return statSync(file).size > MAX_READ_BYTES ? '' : readFileSync(file, 'utf8')
  }

  /** Python files and their texts. */
  *python(): Generator<readonly [string, string]> {
    for (const path of this.paths) if (path.endsWith('.py')) yield [path, this.read(path)] as const
  }

  has(path: string): boolean {
    const wanted = path.replace(/^\.\//, '').replace(/\/+$/, '')
    return wanted === '' || wanted === '.' || this.paths.some((each) => each === wanted || each.startsWith(`${wanted}/`))
  }
}

export function isSkipped(name: string): boolean {
  return SKIPPED.has(name) || (SECRET.test(name) && name !== '.env.example') || name.endsWith('.pyc')
}

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (isSkipped(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(root, path)
    else if (entry.isFile()) yield relative(root, path).replaceAll('\\', '/')
  }
}
