import { z } from 'zod'
import { connect } from '../../client/index.ts'
import { defineEnvironment } from '../../core/index.ts'
import type { gridWorld } from '../../environments/grid-world.ts'

// Checked by the compiler: every line under a `@ts-expect-error` has to be refused, and every other one accepted.

const withOptions = defineEnvironment({
  name: 'with_options',
  version: '1',
  action: z.discriminatedUnion('kind', [z.object({ kind: z.literal('go'), distance: z.number() }), z.object({ kind: z.literal('stop') })]),
  observation: z.object({ text: z.string(), marks: z.array(z.int()) }),
  state: z.object({ text: z.string() }),
  options: z.object({ level: z.int().default(1), board: z.enum(['small', 'large']).default('small') }),
  reset: ({ options }) => ({ state: { text: options.board }, observation: { text: '', marks: [options.level] } }),
  step: (state) => ({ state, observation: { text: state.text, marks: [] } }),
})

export async function playsGridWorld(): Promise<void> {
  await using env = await connect<typeof gridWorld>('http://host/envs/grid_world', { token: 't', timeoutMs: 1, lazy: true })
  const { observation, reward, done, metadata } = await env.reset({ seed: 7 })
  const place: { x: number; y: number; message: string } = observation
  const score: number | boolean | null = reward
  const isDone: boolean = done
  const truncated: unknown = metadata.truncated
  void [place, score, isDone, truncated]
  await env.reset({ seed: 7n, episodeId: 'e' }, { timeoutMs: 1, signal: AbortSignal.timeout(1) })
  await env.step({ action: 'UP' }, { requestId: 'r' })
  const { episodeId, stepCount, x, elsewhere } = await env.state()
  const shown: [string | null, number, number | undefined, unknown] = [episodeId, stepCount, x, elsewhere]
  void shown

  // @ts-expect-error: no such move
  await env.step({ action: 'JUMP' })
  // @ts-expect-error: the action lacks its field
  await env.step({})
  // @ts-expect-error: no such field of the action
  await env.step({ action: 'UP', speed: 2 })
  // @ts-expect-error: no such field of the observation
  void observation.z
  // @ts-expect-error: a row is a number
  const row: string = observation.x
  // @ts-expect-error: a seed is an integer
  await env.reset({ seed: 'seven' })
  // @ts-expect-error: a reward may be null
  const sum: number = 1 + reward
  void [row, sum]
}

export async function playsAnEnvironmentWithOptions(): Promise<void> {
  const env = await connect<typeof withOptions>(new URL('wss://host/envs/with_options/s/key'), { token: process.env.OPENENV_TOKEN })
  await env.reset()
  await env.reset({ level: 3 })
  await env.reset({ seed: 1, board: 'large' })
  const turn = await env.step({ kind: 'go', distance: 1.5 })
  const first: number | undefined = turn.observation.marks[0]
  void first

  // @ts-expect-error: no such board
  await env.reset({ board: 'huge' })
  // @ts-expect-error: no such option
  await env.reset({ size: 3 })
  // @ts-expect-error: this kind has no distance
  await env.step({ kind: 'stop', distance: 1 })
  // @ts-expect-error: the environment shows its text as a string
  const text: number | undefined = (await env.state()).text
  void text
}

export async function callsTools(): Promise<void> {
  const env = await connect<typeof gridWorld>('host')
  const [tool] = await env.listTools()
  const schema: object | undefined = tool?.inputSchema
  const { result, reward, done } = await env.callTool('add', { a: 1, b: 2 })
  void [schema, result, reward, done]
  // @ts-expect-error: arguments are an object
  await env.callTool('add', 3)
  await env.close()
}

// @ts-expect-error: the type of an environment, not of something else
export const wrong = connect<{ name: string }>('host')
