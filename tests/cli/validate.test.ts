import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, temporaryFolder } from './cli.ts'

/** A sound environment, in which each planted fault replaces one part. */
const SOUND = {
  state: 'z.object({ count: z.int() })',
  observation: 'z.object({ count: z.int() })',
  reset: '({ state: { count: 0 }, observation: { count: 0 } })',
  step: '({ state: { count: count + by }, observation: { count: count + by }, reward: by === 2 ? 1 : 0, done: count > 20 })',
  before: '',
}

function source(parts: Partial<typeof SOUND>): string {
  const { state, observation, reset, step, before } = { ...SOUND, ...parts }
  return `import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'
${before}
export const planted = defineEnvironment({
  name: 'planted', version: '1', examples: [{ by: 1 }],
  action: z.object({ by: z.int().min(1).max(3) }), observation: ${observation}, state: ${state},
  reset: ({ rng }: any) => ${reset},
  step: ({ count }: any, { by }: any, { rng }: any) => ${step},
} as any)
`
}

async function validate(parts: Partial<typeof SOUND>, ...words: string[]) {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'environment.ts'), source(parts))
  return runCli(['validate', ...words], { cwd })
}

test('a sound environment passes every check, in OpenEnv’s report', async () => {
  const { code, stdout, stderr } = await validate({}, '--json')
  expect(stderr).toMatch(/^openenv-edge: planted: checking runtime\.observation_schema\nopenenv-edge: planted: checking runtime\.reward/)
  const report = JSON.parse(stdout) as { verdict: string; results: { check_id: string; status: string }[] }
  expect(report).toMatchObject({ target: 'environment.ts', lane: 'local', verdict: 'pass' })
  expect(report.results.filter(({ status }) => status !== 'pass')).toEqual([])
  expect(report.results.map(({ check_id }) => check_id)).toContain('runtime.seed_control')
  expect(code).toBe(0)
}, 120_000)

const faults: [fault: string, parts: Partial<typeof SOUND>, rule: string][] = [
  ['a clock in step', { step: '({ state: { count }, observation: { count: Date.now() % 7 } })' }, 'no-clock-or-randomness'],
  [
    'randomness in reset',
    { reset: '({ state: { count: 0 }, observation: { count: Math.floor(Math.random() * 9) } })' },
    'no-clock-or-randomness',
  ],
  [
    'a seed that does not repeat',
    { before: 'let calls = 0', reset: '({ state: { count: 0 }, observation: { count: calls++ } })' },
    'seed-repeats',
  ],
  [
    'state kept outside the state',
    { before: 'let kept = 0', step: '({ state: { count }, observation: { count: kept += by } })' },
    'seed-repeats',
  ],
  [
    'state that is no JSON',
    { state: 'z.object({ count: z.int(), at: z.any() })', reset: '({ state: { count: 0, at: new Map() }, observation: { count: 0 } })' },
    'runs|survives-eviction',
  ],
  ['a reward that is NaN', { step: '({ state: { count }, observation: { count }, reward: NaN })' }, 'reward-is-finite'],
  ['an observation that its schema refuses', { step: '({ state: { count }, observation: { count: "many" } })' }, 'schema-holds|runs'],
  ['a state that its schema refuses', { step: '({ state: { count: 0.5 }, observation: { count: 1 } })' }, 'schema-holds|runs'],
  [
    'an example that is no action',
    { before: 'const examples = 1', observation: 'z.object({ count: z.int() }), examples: [{ by: 9 }]' },
    'examples-hold',
  ],
  ['a reset that throws', { reset: '{ throw new Error("no board") }' }, 'runs'],
  ['a step that crashes', { step: '({ state: { count: count.missing.field }, observation: { count } })' }, 'runs'],
]

test.each(faults)(
  '%s is found',
  async (_, parts, rule) => {
    const { code, stdout, stderr } = await validate(parts)
    expect(stderr).toBe('')
    expect(stdout).toMatch(new RegExp(`fail  openenv_edge\\.(${rule})`))
    expect(code).toBe(1)
  },
  120_000,
)

test('a step that never ends is found, and ended, and what was found in the environments before it is told', async () => {
  const before = `console.log('loaded')
export const first = defineEnvironment({ name: 'first', version: '1', examples: [{}], action: z.object({}), observation: z.object({}),
  state: z.object({}), reset: () => ({ state: {}, observation: {} }), step: () => { throw new Error('no board') } })`
  const { code, stdout } = await validate({ before, step: '{ for (;;) {} }' }, '--timeout', '3')
  expect(stdout).toContain('fail  openenv_edge.runs\n        first: Seed 1, a step: no board (and 7 more like it)\n')
  expect(stdout.match(/openenv_edge\.runs/g)).toHaveLength(1)
  expect(stdout).toContain('fail  openenv_edge.ends\n        planted: a reset or a step has not ended after 3 s.')
  expect(code).toBe(1)
}, 120_000)

test('a warning that only a skipped check makes says so in the last line, with what mends it', async () => {
  const { code, stdout } = await validate({ observation: 'z.object({ count: z.int() }), examples: []' })
  expect(stdout).toMatch(
    /\nverdict: warn \(openenv_edge\.constant_policy could not be tried\)\. Give the environment `examples`: actions that it takes\.\n$/,
  )
  expect(code).toBe(0)
}, 120_000)

test('rewards that random play or one repeated action earns are warnings, not failures, and what play returns is told', async () => {
  const { code, stdout } = await validate({
    step: '({ state: { count: count + 1 }, observation: { count }, reward: by === 3 ? 9 : 10, done: count > 20 })',
  })
  expect(stdout).toMatch(/warn {2}openenv_edge\.random_policy\n +Random play returns 2\d\d[\d.]* on average, the best episode 2\d\d/)
  expect(stdout).toMatch(/warn {2}openenv_edge\.constant_policy\n +Repeating \{"by":1\} returns 220 on average/)
  expect(stdout).toMatch(/pass {2}openenv_edge\.reward_variance\n +floor 2\d\d, ceiling 2\d\d\n/)
  expect(code).toBe(0)
}, 120_000)

test.each([
  [
    ['validate', 'http://127.0.0.1:9/envs/none'],
    1,
    'http://127.0.0.1:9/envs/none/schema does not answer. Is an OpenEnv server running there?',
  ],
  [['validate', 'missing.ts'], 2, 'No such file: missing.ts. Name a file of environments or a URL.'],
  [['validate'], 2, 'No such file: environment.ts. Name a file of environments or a URL.'],
])('%j says what is missing', async (words, exitCode, message) => {
  const { code, stderr } = await runCli(words)
  expect([code, stderr]).toEqual([exitCode, `openenv-edge: ${message}\n`])
})
