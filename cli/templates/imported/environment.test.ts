import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describe } from 'openenv-edge'
import { environment } from './environment.ts'

test('the environment is named, and its image can be built', () => {
  assert.equal(describe(environment).name, '__NAME__')
  assert.ok(existsSync(fileURLToPath(new URL('source/__DOCKERFILE__', import.meta.url).href)))
})
