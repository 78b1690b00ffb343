import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkEnvironment } from 'openenv-edge'
import { environment } from './environment.ts'

test('the environment keeps what the runtime promises: seeds repeat, state survives, schemas hold', async () => {
  assert.deepEqual(await checkEnvironment(environment), [])
})
