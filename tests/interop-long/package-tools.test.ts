import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Each looks at the package as npm would publish it, or at every file of the repository: seconds, not milliseconds.
test.each([['publint', '--strict'], ['attw', '--pack', '.', '--profile', 'esm-only'], ['knip']])(
  '%s finds nothing',
  (command, ...words) => {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  },
)
