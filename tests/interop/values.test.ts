import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { startStockClients } from './stock-client.ts'

/** What Python sees of each: a float stays a float, and what JSON has no word for is None (B18, B20). */
const SEEN = {
  nan: 'NoneType None',
  infinity: 'NoneType None',
  minus_infinity: 'NoneType None',
  zero: 'float 0.0',
  one: 'float 1.0',
  minus_one: 'float -1.0',
  minus_zero: 'float -0.0',
  huge: 'float 1e+16',
}

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime({ file: join(import.meta.dirname, 'fixtures/values.ts'), memory: true })
})
afterAll(() => runtime.stop())

test.for(['0.10.0', '0.4.1'] as const)(
  'openenv %s gets floats as floats, metadata twice, and reward and done beside the observation only (B16, B17, B18, B20)',
  { timeout: 60_000 },
  async (version) => {
    const expected = Object.entries(SEEN).map(([kind, value], index) => ({
      kind,
      reward: value,
      value,
      count: `int ${index + 1}`,
      inside: ['count', 'metadata', 'value'],
      metadata: [{ kind }, { kind }],
      http: [200, value, value],
    }))
    expect(await runPython(version, 'wire_values.py', [runtime.url])).toEqual(expected)
  },
)

test('a reset reads the keys that the environment has, and the log names those that nothing reads (B31)', async () => {
  await using clients = await startStockClients('0.10.0')
  const client = clients.open(`${runtime.url}/envs/values`)
  expect(await client.reset({ seed: 7, from: 5, form: 6 })).toMatchObject({ observation: { count: 5 } })
  await expect.poll(() => runtime.log()).toContain('{"event":"reset_keys_ignored","environment":"values","keys":["form"]}')
})

test('/schema and state show the fields of the environment, not of a base class (B32)', async () => {
  const schema = (await (await fetch(`${runtime.url}/envs/values/schema`)).json()) as Record<string, { properties: object }>
  expect(Object.keys(schema.action?.properties ?? {})).toEqual(['metadata', 'kind'])
  expect(Object.keys(schema.observation?.properties ?? {})).toEqual(expect.arrayContaining(['value', 'count', 'reward', 'done']))
  expect(Object.keys(schema.state?.properties ?? {})).toEqual(['episode_id', 'step_count', 'count'])
  await using clients = await startStockClients('0.10.0')
  const client = clients.open(`${runtime.url}/envs/values`)
  await client.reset({ from: 3 })
  await client.step({ kind: 'one' })
  expect(await client.state()).toMatchObject({ step_count: 1, count: 4 })
})

test('no line of the log reports an error', () => {
  expect(runtime.errorLines()).toEqual([])
})
