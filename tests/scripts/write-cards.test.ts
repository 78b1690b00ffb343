import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boxLibrary, library } from '../../environments/index.ts'
import { writeCards } from '../../scripts/write-cards.ts'

const environments = [...library, ...boxLibrary]
let repository: string

beforeAll(async () => {
  repository = mkdtempSync(join(tmpdir(), 'openenv-edge-cards-'))
  await writeCards(join(repository, 'envs'))
})
afterAll(() => rmSync(repository, { recursive: true, force: true }))

test('each environment has a manifest, a card and a page with its actions and a picture', () => {
  expect(readdirSync(join(repository, 'envs')).toSorted()).toEqual(environments.map(({ name }) => name).toSorted())
  for (const { name } of library) {
    const page = readFileSync(join(repository, 'envs', name, 'README.md'), 'utf8')
    for (const part of [`# ${name}\n`, '## Example actions', '## Action', '## Observation', '## State']) expect(page).toContain(part)
    expect([name, page.includes('## A state')]).toEqual([name, true])
    expect(page).not.toMatch(/undefined|\[object/)
  }
})
