import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const LIMIT_BYTES = 1_000_000

/** What npm publishes: the kinds of files in each part. `dist/worker/main.js` is bundled where it is served. */
const CONTENT = {
  '.': 'CHANGELOG.md LICENSE NOTICE.md README.md package.json',
  'dist/cli': '.d.ts .js .json .md .toml .ts .yaml gitignore',
  'dist/client': '.d.ts .js',
  'dist/containers': '.d.ts .dockerignore .js .md .mjs .py .sh .toml .txt Dockerfile',
  'dist/core': '.d.ts .js',
  'dist/durable-objects': '.d.ts .js',
  'dist/environments': '.d.ts .js',
  'dist/worker': '.json .toml',
  'dist/workers': '.d.ts .js',
}

const packed = z.array(z.object({ size: z.number(), files: z.array(z.object({ path: z.string() })) }))
const manifest = z.object({ exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string() })])) })

function pack() {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' })
  const [first] = packed.parse(JSON.parse(stdout))
  if (first === undefined) throw new Error(stdout)
  return first
}

test('the tarball is under 1 MB and holds what it should: by folder, the kinds of files', () => {
  const { size, files } = pack()
  expect(size).toBeLessThan(LIMIT_BYTES)
  const kinds = new Map<string, Set<string>>()
  for (const { path } of files) {
    const [folder, kind] = path.startsWith('dist/') ? [folderOf(path), kindOf(path)] : ['.', path]
    kinds.set(folder, (kinds.get(folder) ?? new Set()).add(kind))
  }
  expect(Object.fromEntries([...kinds].map(([folder, all]) => [folder, [...all].sort().join(' ')]).sort())).toEqual(CONTENT)
})

test('each entrance exports what docs/package.md says, and nothing else', () => {
  const documented = Object.fromEntries(
    [...readFileSync(join(ROOT, 'docs/package.md'), 'utf8').matchAll(/^## `(openenv-edge[^`]*)`\n[\s\S]*?```\n([\s\S]*?)\n```/gm)].map(
      ([, entrance = '', names = '']) => [entrance, names.split(/\s+/).sort()],
    ),
  )
  const { exports } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const exported = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [[subpath.replace('.', 'openenv-edge'), namesIn(join(ROOT, target.types))] as const],
  )
  expect(documented).toEqual(Object.fromEntries(exported))
})

/** The names that an entrance's declarations export: it only re-exports, by name. */
function namesIn(file: string): string[] {
  const lists = [...readFileSync(file, 'utf8').matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list = '']) => list)
  return lists
    .flatMap((list) => list.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/.* as /, ''),
    )
    .filter((name) => name !== '')
    .sort()
}

/** The part of the package: folders below come and go, the kinds of files stay. */
function folderOf(path: string): string {
  return dirname(path).split('/').slice(0, 2).join('/')
}

function kindOf(path: string): string {
  return path.endsWith('.d.ts') ? '.d.ts' : extname(path) || path.slice(path.lastIndexOf('/') + 1)
}
