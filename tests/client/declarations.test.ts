import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the declarations suit a program with the library of browsers and of 2022, checked in full', () => {
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', '--lib', 'ES2022,DOM']
  const { stdout } = spawnSync('tsc', [...flags, '--ignoreConfig', 'tests/client/fixtures/page.ts'], { encoding: 'utf8' })
  expect(stdout).toBe('')
})
