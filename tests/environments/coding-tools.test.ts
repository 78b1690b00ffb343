import { expect, test } from 'vitest'
import { compileEnvironment } from '../../core/compiled.ts'
import { EMPTY, record } from '../../environments/box/coding-tools-state.ts'
import { codingTools } from '../../environments/index.ts'

test('the history shows counts as ints and rewards as floats, as upstream does', () => {
  const ran = record(EMPTY, 'bash', { output: '', metadata: { exit_code: 0 } }).state
  const { state } = record(ran, 'submit_solution', { output: '', metadata: { reward: 1, finished: true } })
  const text = compileEnvironment(codingTools).printView(state)
  expect(text).toContain('"metadata":{"exit_code":0}')
  expect(text).toContain('"metadata":{"reward":1.0,"finished":true}')
})
