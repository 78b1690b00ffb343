import { defineCommand, type ParsedArgs } from 'citty'
import { modelPolicy } from './collect/chat-model.ts'
import { collectEpisodes } from './collect/collector.ts'
import { type Policy, randomPolicy, scriptedPolicy } from './collect/policy.ts'
import { startBar } from './collect/progress-bar.ts'
import { Results } from './collect/results.ts'
import { Tally } from './collect/tally.ts'
import { CommandError, messageOf } from './command-error.ts'
import { lockData } from './data-lock.ts'
import { readCount } from './numbers.ts'
import { type RemoteEnvironment, readRemoteEnvironment } from './remote-environment.ts'
import { onTarget } from './target.ts'
import { nameInUrl, shown } from './wire.ts'

const POLICIES = ['random', 'scripted', 'openai']

const args = {
  target: { type: 'positional', required: true, description: 'URL of any OpenEnv server, or a file' },
  policy: { type: 'enum', options: POLICIES, default: 'random', description: 'Who plays' },
  out: { type: 'string', default: 'episodes', valueHint: 'dir', description: 'Of results.jsonl' },
  episodes: { type: 'string', default: '10', valueHint: 'n', description: 'How many' },
  parallel: { type: 'string', default: '8', valueHint: 'n', description: 'At once; 1: in order' },
  'max-turns': { type: 'string', default: '100', valueHint: 'n', description: 'Longest episode' },
  seed: { type: 'string', default: '0', valueHint: 'n', description: 'Of the first; each next adds 1' },
  options: { type: 'string', default: '{}', valueHint: 'json', description: 'More keys of each reset' },
  prefix: { type: 'string', default: 'ep', valueHint: 'text', description: 'Of the episodes’ ids' },
  resume: { type: 'boolean', default: true, description: 'Go on where it stopped', negativeDescription: 'Put old results aside' },
  'keep-losses': { type: 'boolean', default: false, description: 'Keep episodes with a reward below 0' },
  endpoint: { type: 'string', default: 'https://api.openai.com/v1', valueHint: 'url', description: 'Of a model' },
  model: { type: 'string', description: 'Its model' },
  temperature: { type: 'string', default: '0.2', valueHint: 't', description: 'Of the model' },
  'max-tokens': { type: 'string', default: '200', valueHint: 'n', description: 'Of each of its replies' },
  json: { type: 'boolean', default: false, description: 'Print the outcome as JSON' },
} as const

export default defineCommand({
  meta: { name: 'collect', description: 'Play episodes and write them as lines of OpenEnv’s data set schema' },
  args,
  run: ({ args: given }) => collect(given),
})

type Given = ParsedArgs<typeof args>

async function collect(given: Given): Promise<void> {
  const plan = readPlan(given)
  await onTarget(given.target, async (base) => {
    const policy = await choosePolicy(given, base)
    const environment = await readRemoteEnvironment(base)
    const lock = await lockData(given.out, '--out')
    try {
      await run(given, { plan, policy: policy(environment), environment })
    } finally {
      lock.release()
    }
  })
}

interface Plan {
  readonly episodes: number
  readonly parallel: number
  readonly maxTurns: number
  readonly seed: number
  readonly options: object
}

function readPlan(given: Given): Plan {
  return {
    episodes: readCount('--episodes', given.episodes),
    parallel: readCount('--parallel', given.parallel),
    maxTurns: readCount('--max-turns', given['max-turns']),
    seed: readCount('--seed', given.seed, 0),
    options: readOptions(given.options),
  }
}

function readOptions(text: string): object {
  try {
    const options: unknown = JSON.parse(text)
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options
  } catch {}
  throw new CommandError(`--options takes a JSON object, not: ${text}`, { exitCode: 2 })
}

async function choosePolicy(given: Given, base: string): Promise<(environment: RemoteEnvironment) => Policy> {
  if (given.policy === 'random') return randomPolicy
  if (given.policy === 'scripted') {
    const policy = await scriptedPolicy(base)
    return () => policy
  }
  const { model, endpoint } = given
  if (!model) throw new CommandError('--policy openai needs --model.', { exitCode: 2 })
  const temperature = Number(given.temperature)
  if (!Number.isFinite(temperature) || temperature < 0)
    throw new CommandError(`--temperature takes a number of at least 0, not "${given.temperature}".`, { exitCode: 2 })
  const maxTokens = readCount('--max-tokens', given['max-tokens'])
  const policy = modelPolicy({ endpoint, model, temperature, maxTokens, apiKey: process.env.OPENAI_API_KEY || undefined })
  return () => policy
}

/** Plays what is not there yet. Ctrl-C ends it between two lines; the same command goes on. */
async function run(
  given: Given,
  { plan, policy, environment }: { plan: Plan; policy: Policy; environment: RemoteEnvironment },
): Promise<void> {
  const results = new Results(given.out)
  if (!given.resume) results.putAside()
  const there = results.collectedIds()
  results.writeMetadata(metadataOf(given, plan, environment), given.resume)
  const idOf = (number: number): string => `${given.prefix}-${String(number).padStart(6, '0')}`
  const numbers = Array.from({ length: plan.episodes }, (_, number) => number).filter((number) => !there.has(idOf(number)))
  const tally = new Tally(plan.episodes - numbers.length)
  const stop = new AbortController()
  const bar = startBar(plan.episodes, plan.episodes - numbers.length)
  const onSignal = (): void => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  await collectEpisodes({
    ...plan,
    environment,
    policy,
    numbers,
    idOf,
    signal: stop.signal,
    onRecord(record) {
      if (tally.count(record.reward?.value ?? null, given['keep-losses'])) results.append(record)
      bar.advance(tally.line())
    },
    onFailure(id, error) {
      tally.failed++
      bar.warn(`openenv-edge: ${id} failed: ${messageOf(error)}`)
    },
  })
  bar.stop()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  report(given, tally, { isStopped: stop.signal.aborted, path: results.path })
}

function metadataOf(
  { policy, model, endpoint, temperature, 'keep-losses': keepLosses }: Given,
  { episodes }: Plan,
  { base }: RemoteEnvironment,
) {
  const isModel = policy === 'openai'
  return {
    env: nameInUrl(base) ?? new URL(base).host,
    env_base_url: shown(base),
    provider: isModel ? 'openai-compatible' : policy,
    model: model ?? null,
    llm_endpoint: isModel ? endpoint : null,
    llm_port: null,
    num_episodes_requested: episodes,
    temperature: Number(temperature),
    keep_losses: keepLosses,
  }
}

function report({ json }: Given, tally: Tally, { isStopped, path }: { isStopped: boolean; path: string }): void {
  if (json) console.log(JSON.stringify({ ...tally.summary(), stopped: isStopped, results: path }))
  else console.log(`openenv-edge: ${tally.line()} → ${path}${isStopped ? '. Stopped; the same command goes on.' : ''}`)
  process.exitCode = isStopped ? 130 : tally.failed > 0 ? 1 : 0
}
