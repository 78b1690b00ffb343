import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describe } from 'openenv-edge'
import { environment } from './environment.ts'

test('the environment is named', () => {
  assert.equal(describe(environment).name, '__NAME__')
})
