import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { prepareVenv } from '../../scripts/prepare-python.ts'
import { openRaw } from '../interop/raw-client.ts'
import { type Runtime, startRuntime } from '../interop/runtime.ts'
import { startModelServer } from './model-server.ts'

const EPISODES = Number(process.env.INTEROP_EVALUATED ?? 12)
/** Each turn of a model starts a Python process in verifiers. */
const TURNS = 2
/** Episodes under way: each keeps a Python process busy, and its clients give up on an answer after ten seconds. */
const AT_ONCE = 4

let python: string
let runtime: Runtime
let folder: string
beforeAll(async () => {
  python = prepareVenv('verifiers', join(import.meta.dirname, 'verifiers/requirements.txt'), { isComplete: true })
  folder = mkdtempSync(join(tmpdir(), 'openenv-edge-verifiers-'))
  runtime = await startRuntime({ memory: true })
}, 600_000)
afterAll(async () => {
  await runtime.stop()
  rmSync(folder, { recursive: true, force: true })
})

const BURNING = 2
const Forest = z.object({ grid: z.array(z.int()), width: z.int(), step: z.int() })

/** What the scripted model does: water on the last burning cell, then on the first, as JSON. */
function actionFor(observation: unknown): object {
  const { grid, width, step } = Forest.parse(observation)
  const cell = step === 0 ? grid.lastIndexOf(BURNING) : grid.indexOf(BURNING)
  return cell === -1 ? { action: 'wait' } : { action: 'water', x: cell % width, y: Math.floor(cell / width) }
}

const Outcome = z.looseObject({ ok: z.boolean(), errors: z.array(z.unknown()) })
const Trace = z.object({
  task: z.object({ data: z.object({ reset: z.object({ seed: z.int() }) }) }),
  traces: z.tuple([z.object({ rewards: z.object({ openenv_reward: z.object({ score: z.number() }) }) })]),
})

test(`vf-eval plays ${EPISODES} episodes through its openenv task set without an error, and each reward is a direct run's`, {
  timeout: 1_500_000,
}, async () => {
  await using model = await startModelServer((message) =>
    JSON.stringify(actionFor(z.object({ observation: z.unknown() }).parse(JSON.parse(message)).observation)),
  )
  const seeds = Array.from({ length: EPISODES }, (_, seed) => seed)
  const base = `${runtime.url}/envs/wildfire`
  const rewards = await evaluate(model.url, base, seeds)
  const direct = new Map<number, number>()
  let turns = 0
  for (const seed of seeds) {
    const played = await playDirectly(base, seed)
    direct.set(seed, played.total)
    turns += played.turns
  }
  expect(rewards).toEqual(direct)
  expect(new Set(direct.values()).size).toBeGreaterThan(EPISODES / 4)
  expect(model.count).toBe(turns)
  expect(runtime.errorLines()).toEqual([])
})

/** Runs `vf-eval` as its users do; resolves to the reward of each seed. */
async function evaluate(modelUrl: string, base: string, seeds: readonly number[]): Promise<Map<number, number>> {
  const config = join(folder, 'eval.toml')
  writeFileSync(config, configuration(modelUrl, base, seeds))
  const home = join(dirname(python), '../home')
  mkdirSync(home, { recursive: true })
  const start = 'import sys; from verifiers.v1.cli.eval.main import main; sys.argv[0] = "vf-eval"; sys.exit(main())'
  const child = spawn(python, ['-c', start, '@', config, '--no-push', '--no-rich'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, PATH: pathWithPrograms(), SCRIPTED_KEY: 'none', PYTHONDONTWRITEBYTECODE: '1' },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void output.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`vf-eval ended with ${code}.\n${output.join('').slice(-4000)}`)
  const lines = readFileSync(join(folder, 'out/run/traces.jsonl'), 'utf8').trim().split('\n')
  const episodes = lines.map((line) => Outcome.parse(JSON.parse(line)))
  expect(episodes.filter(({ ok, errors }) => !ok || errors.length > 0).map(({ errors }) => errors)).toEqual([])
  const traces = episodes.map((episode) => Trace.parse(episode))
  expect(traces.length).toBe(seeds.length)
  return new Map(
    traces
      .map(({ task, traces: [trace] }) => [task.data.reset.seed, trace.rewards.openenv_reward.score] as const)
      .sort(([a], [b]) => a - b),
  )
}

function configuration(modelUrl: string, base: string, seeds: readonly number[]): string {
  return `model = "scripted"
num_rollouts = 1
max_concurrent = ${AT_ONCE}
output_dir = "${join(folder, 'out')}"
[run]
dir = "run"
[client]
base_url = "${modelUrl}"
api_key_var = "SCRIPTED_KEY"
[env.taskset]
id = "openenv"
base_url = "${base}"
resets = [${seeds.map((seed) => `{ seed = ${seed} }`).join(', ')}]
[env.player]
max_turns = ${TURNS}
[env.player.harness]
id = "null"
[env.player.runtime]
type = "subprocess"
`
}

/** The venv's programs first: verifiers looks for uv there. */
function pathWithPrograms(): string {
  const packages = execFileSync(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], { encoding: 'utf8' })
  return [join(packages.trim(), 'bin'), process.env.PATH].join(delimiter)
}

/** The sum of an episode's rewards, in order, by one socket and the same policy. */
async function playDirectly(base: string, seed: number): Promise<{ total: number; turns: number }> {
  const socket = await openRaw(base)
  const Frame = z.object({ data: z.object({ observation: z.unknown(), reward: z.number().nullable(), done: z.boolean() }) })
  const ask = async (frame: object) => Frame.parse(JSON.parse(await socket.ask(JSON.stringify(frame)))).data
  let turn = await ask({ type: 'reset', data: { seed } })
  let total = 0
  let turns = 0
  for (; turns < TURNS && !turn.done; turns++) {
    turn = await ask({ type: 'step', data: actionFor(turn.observation) })
    total += turn.reward ?? 0
  }
  await socket.close()
  return { total, turns }
}
