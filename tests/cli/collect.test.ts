import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { firstLegal, startChatServer } from './chat-server.ts'
import { type Finished, runCli, startCli, startServer, temporaryFolder } from './cli.ts'

const EPISODES = 60
const line = z.object({
  episode_id: z.string(),
  reward: z.number().nullable(),
  done: z.boolean(),
  messages: z.array(z.object({ role: z.string() })),
})

function linesIn(folder: string): z.output<typeof line>[] {
  const file = join(folder, 'episodes/results.jsonl')
  const rows = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return rows.map((row) => line.parse(JSON.parse(row)))
}

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `ep-${String(number).padStart(6, '0')}`)
}

async function serveLibrary(): Promise<string> {
  const { url } = await startServer(['serve', '--port', '0', '--memory', '--no-containers'])
  return url
}

test('a teacher’s episodes are written in OpenEnv’s line schema, and the outcome is told', async () => {
  const cwd = temporaryFolder()
  const url = await serveLibrary()
  const words = ['collect', `${url}/envs/grid_world`, '--policy', 'scripted', '--episodes', '4', '--json']
  const { code, stdout, stderr } = await runCli(words, { cwd })
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ collected: 4, skipped: 0, failed: 0, success_rate: 1 })
  expect(
    linesIn(cwd)
      .map(({ episode_id }) => episode_id)
      .sort(),
  ).toEqual(ids(4))
  const first: unknown = JSON.parse(readFileSync(join(cwd, 'episodes/results.jsonl'), 'utf8').split('\n')[0] ?? '')
  expect(first).toMatchObject({
    reward: 1,
    done: true,
    metrics: { turns: 8, tool_calls: 8 },
    verify_metrics: { step_count: 8 },
    task: null,
  })
  expect(JSON.parse(readFileSync(join(cwd, 'episodes/metadata.json'), 'utf8'))).toMatchObject({ env: 'grid_world', provider: 'scripted' })
  const mixed = await runCli(['collect', words[1] ?? '', '--policy', 'random'], { cwd })
  expect(mixed.stderr).toContain('episodes was collected with provider scripted, not random. Choose another --out, or say --no-resume.')

  const withTools = ['collect', `${url}/envs/service_desk`, '--policy', 'scripted', '--episodes', '2', '--out', 'desk', '--json']
  expect(JSON.parse((await runCli(withTools, { cwd })).stdout)).toMatchObject({ collected: 2, failed: 0, success_rate: 1 })
}, 120_000)

test.each(['SIGKILL', 'SIGINT'] as const)(
  'after %s and a second run no episode is lost or doubled',
  async (signal) => {
    const cwd = temporaryFolder()
    const words = [
      'collect',
      `${await serveLibrary()}/envs/grid_world`,
      '--policy',
      'random',
      '--episodes',
      String(EPISODES),
      '--parallel',
      '2',
      '--keep-losses',
    ]
    const child = startCli(words, { cwd })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    await expect.poll(() => linesIn(cwd).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(2)
    child.kill(signal)
    expect(await closed).toBe(signal === 'SIGINT' ? 130 : null)
    const before = linesIn(cwd)
    expect(before.length).toBeLessThan(EPISODES)
    if (signal === 'SIGKILL') appendFileSync(join(cwd, 'episodes/results.jsonl'), '{"episode_id": "ep-0000')

    const again = await runCli(words, { cwd })
    expect([again.code, again.stderr]).toEqual([0, ''])
    expect(again.stdout).toContain(`${EPISODES - before.length} collected, ${before.length} already there`)
    expect(linesIn(cwd).slice(0, before.length)).toEqual(before)
    expect(
      linesIn(cwd)
        .map(({ episode_id }) => episode_id)
        .sort(),
    ).toEqual(ids(EPISODES))
  },
  180_000,
)

test('a model behind an OpenAI-compatible endpoint plays, is asked again when busy, and sees what it did', async () => {
  const cwd = temporaryFolder()
  const { url, requests, refuseNext } = await startChatServer(firstLegal)
  refuseNext()
  const words = ['--policy', 'openai', '--endpoint', url, '--model', 'scripted', '--episodes', '1']
  const { code, stderr } = await runCli(['collect', `${await serveLibrary()}/envs/tic_tac_toe_first`, ...words], { cwd })
  expect([code, stderr]).toEqual([0, ''])
  expect(requests[0]).toMatchObject({
    model: 'scripted',
    tools: [{ function: { name: 'play_move' } }],
    messages: [{ role: 'system' }, { role: 'user' }],
  })
  expect(requests.at(-1)?.messages.length).toBeGreaterThan(4)
  expect(
    linesIn(cwd)[0]
      ?.messages.map(({ role }) => role)
      .slice(0, 3),
  ).toEqual(['user', 'assistant', 'tool'])
}, 120_000)

function outcome({ code, stderr }: Finished): [number | null, string] {
  return [code, stderr]
}

test.each([
  [['collect'], 2, 'Missing required positional argument: TARGET'],
  [['collect', 'http://127.0.0.1:9', '--policy', 'best'], 2, 'Expected one of: random, scripted, openai'],
  [['collect', 'http://127.0.0.1:9', '--episodes', '0'], 2, '--episodes takes a whole number of at least 1, not "0".'],
  [['collect', 'http://127.0.0.1:9', '--options', '[1]'], 2, '--options takes a JSON object, not: [1]'],
  [['collect', 'http://127.0.0.1:9', '--policy', 'openai'], 2, '--policy openai needs --model.'],
  [
    ['collect', 'http://127.0.0.1:9/envs/none', '--policy', 'scripted'],
    2,
    'No teacher is bundled for "none": use --policy random or openai.',
  ],
  [['collect', 'http://127.0.0.1:9'], 1, 'http://127.0.0.1:9/schema does not answer. Is an OpenEnv server running there?'],
])('%j: exit code %i, and nothing is written', async (words, exitCode, message) => {
  const cwd = temporaryFolder()
  expect(outcome(await runCli(words, { cwd }))).toEqual([exitCode, expect.stringContaining(message)])
  expect(existsSync(join(cwd, 'episodes'))).toBe(false)
})
