import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkEnvironment, describe } from 'openenv-edge'
import { environment } from './environment.ts'

test('the environment can be described', () => {
  assert.equal(describe(environment).name, '__NAME__')
})

// One that needs a container is checked where it is served: npm run validate.
test('it keeps what the runtime promises: seeds repeat, state survives, schemas hold', {
  skip: environment.box !== undefined,
}, async () => {
  assert.deepEqual(await checkEnvironment(environment), [])
})
