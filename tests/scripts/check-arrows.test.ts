import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findForbiddenImports } from '../../scripts/check-arrows.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'arrows-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), source)
}

test.each([
  ['core/session.ts', "import { Hono } from 'hono'", 'hono'],
  ['core/session.ts', "import { gridWorld } from '../environments/index.ts'", '../environments/index.ts'],
  ['environments/chess/index.ts', "import type { DurableObject } from 'cloudflare:workers'", 'cloudflare:workers'],
  ['durable-objects/registry.ts', "export { createWorker } from '../workers/index.ts'", '../workers/index.ts'],
  ['workers/routes.ts', "import { gridWorld } from '../environments/index.ts'", '../environments/index.ts'],
  ['client/connect.ts', "import { Session } from '../core/session.ts'", '../core/session.ts'],
  ['cli/serve.ts', "const { Session } = await import('../core/session.ts')", '../core/session.ts'],
  ['core/tools.ts', "import { main } from '../cli/main.ts'", '../cli/main.ts'],
  ['examples/loop.ts', "import { connect } from '../client/index.ts'", '../client/index.ts'],
  ['core/many.ts', "import {\n  type A,\n  b,\n} from '../tests/b.ts'", '../tests/b.ts'],
])('%s may not import %s', (file, source, target) => {
  plant(file, source)
  expect(findForbiddenImports(root)).toEqual([{ file, target }])
})

test.each([
  ['workers/main.ts', "import { gridWorld } from '../environments/index.ts'"],
  ['client/connect.ts', "import type { Environment } from '../core/environment.ts'\nimport { OpenEnvError } from '../core/errors.ts'"],
  ['cli/play.ts', "import { connect } from '../client/index.ts'\nimport { readFile } from 'node:fs/promises'"],
  ['environments/chess/rules.ts', "import { z } from 'zod'\nimport { pieces } from './pieces.ts'"],
  ['core/session.ts', "// import { Hono } from 'hono'\n/** import { Hono } from 'hono' */\nconst text = 'a'"],
])('%s may import what its folder is given', (file, source) => {
  plant(file, source)
  expect(findForbiddenImports(root)).toEqual([])
})

test('this repository goes along its arrows', () => {
  expect(findForbiddenImports(join(import.meta.dirname, '../..'))).toEqual([])
})
