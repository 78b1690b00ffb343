import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('everything type checks, the expected errors of tests/**/*.test-d.ts included', () => {
  const { stdout } = spawnSync('tsc', ['--noEmit', '-p', '.'], { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
  expect(stdout).toBe('')
})
