import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describe } from 'openenv-edge'
import { environment, isMended } from './environment.ts'

test('only a check that ran to its end counts', () => {
  assert.equal(isMended({ exitCode: 0, stdout: 'passed\n' }), true)
  assert.equal(isMended({ exitCode: 0, stdout: '' }), false)
  assert.equal(isMended({ exitCode: 1, stdout: 'passed\n' }), false)
})

test('its schemas can be described', () => {
  assert.equal(describe(environment).name, environment.name)
})
