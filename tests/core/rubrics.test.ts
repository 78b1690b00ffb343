import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  checkEnvironment,
  defineEnvironment,
  discounted,
  gate,
  type Rubric,
  type ScoredTurn,
  sequential,
  weighted,
} from '../../core/index.ts'
import { InProcessBackend, Session } from '../../core/internal.ts'

type Action = { add: number; reward?: number | null | undefined; fails: boolean; refuses: boolean }
type Observation = { total: number }
type State = { total: number }
type Scorer = Rubric<Action, Observation, State>

/** Counts up to `maxSteps`; what it scores is its rubric's business. */
function counter(rubric: Scorer, { maxSteps = 4 } = {}) {
  return defineEnvironment({
    name: 'counter',
    version: '1',
    action: z.object({
      add: z.number(),
      reward: z.number().nullable().optional(),
      fails: z.boolean().default(false),
      refuses: z.boolean().default(false),
    }),
    observation: z.object({ total: z.number() }),
    state: z.object({ total: z.number() }),
    maxSteps,
    rubric,
    reset: () => ({ state: { total: 0 }, observation: { total: 0 } }),
    step({ total }, { add, reward, fails, refuses }) {
      if (fails) throw new Error('planted')
      const state = { total: total + add }
      const turn = { state, observation: state, metadata: { own: 1 }, ...(reward === undefined ? {} : { reward }) }
      return refuses ? { ...turn, error: 'refused' } : turn
    },
  })
}

const WORLD = { fetch, now: () => 0, secret: () => '' }

type Frame = { data: { reward?: number | null; done?: boolean; metadata?: Record<string, unknown>; message?: string } }

function open(rubric: Scorer, options = {}) {
  let backend = new InProcessBackend(counter(rubric, options), WORLD)
  let session = new Session(backend)
  const askText = async (type: string, data = {}): Promise<string> => (await session.receive(JSON.stringify({ type, data }))) ?? ''
  const ask = async (type: string, data = {}) => (JSON.parse(await askText(type, data)) as Frame).data
  return {
    askText,
    reset: () => ask('reset'),
    step: (add: number, more = {}) => ask('step', { add, ...more }),
    receive: (text: string) => session.receive(text),
    snapshot: () => backend.snapshot(),
    /** As eviction does. */
    reload() {
      const snapshot = backend.snapshot()
      backend = new InProcessBackend(counter(rubric, options), WORLD)
      backend.restore(snapshot)
      session = new Session(backend)
    },
  }
}

/** The rewards of a whole episode of actions. */
async function rewardsOf(rubric: Scorer, actions: readonly number[]): Promise<unknown[]> {
  const session = open(rubric, { maxSteps: actions.length })
  await session.reset()
  const rewards: unknown[] = []
  for (const add of actions) rewards.push((await session.step(add)).reward)
  return rewards
}

const half: Scorer = () => 0.5
const added: Scorer = ({ action }) => action.add
const later =
  (rubric: Scorer): Scorer =>
  async (turn: ScoredTurn<Action, Observation, State>, memory) =>
    rubric(turn, memory)

test('the rubric scores a step that names no reward, from its action, observation and both states', async () => {
  const session = open(
    ({ action, observation, state, before, done }) => action.add + observation.total * 10 + state.total - before.total + (done ? 1000 : 0),
    {
      maxSteps: 2,
    },
  )
  expect((await session.reset()).reward).toBe(null)
  expect(await session.step(2)).toMatchObject({ reward: 24, done: false })
  expect(await session.step(1)).toMatchObject({ reward: 1032, done: true })
})

test('a reward that the turn names is its reward, and nobody asks the rubric', async () => {
  const session = open(() => {
    throw new Error('asked')
  })
  await session.reset()
  expect((await session.step(1, { reward: 7 })).reward).toBe(7)
  expect((await session.step(1, { reward: null })).reward).toBe(null)
  expect(await session.step(1, { refuses: true })).toMatchObject({ message: 'refused' })
  expect(await session.step(1)).toMatchObject({ message: 'asked' })
})

test('a sync environment with sync rubrics answers at once, and one that waits answers later', async () => {
  const rubric = sequential({ first: gate(half, { threshold: 0.1 }), both: weighted({ a: [half, 0.5], b: [discounted(() => 1), 0.5] }) })
  const session = open(rubric)
  await session.reset()
  expect(session.receive('{"type":"step","data":{"add":1}}')).toEqual(expect.any(String))
  const waiting = open(weighted({ a: [half, 0.5], b: [later(half), 0.5] }))
  await waiting.reset()
  expect(waiting.receive('{"type":"step","data":{"add":1}}')).toBeInstanceOf(Promise)
})

test('component scores travel as metadata.rubric, as floats, beside what the turn put there', async () => {
  const session = open(weighted({ tests: [() => 1, 0.75], style: [gate(half), 0.25] }))
  await session.reset()
  expect(await session.askText('step', { add: 1 })).toBe(
    '{"type":"observation","data":{"observation":{"metadata":{"own":1,"rubric":{"tests":1.0,"style":0.0,"style.ungated":0.5}},"total":1.0},' +
      '"reward":0.75,"done":false,"metadata":{"own":1,"rubric":{"tests":1.0,"style":0.0,"style.ungated":0.5}}}}',
  )
})

// Golden: openenv 0.10.0's containers on the same children.
test.each([
  ['a gate passes the score that reaches it', gate(half, { threshold: 0.5 }), 0.5],
  ['a gate is 0 below its threshold, 1 by default', gate(half), 0],
  ['a sequence is the last score', sequential({ a: half, b: () => 0.25 }), 0.25],
  ['a sequence is 0 from the first 0 on', sequential({ a: () => 0, b: () => Number.NaN }), 0],
  ['an empty sequence is 1', sequential({}), 1],
  ['a sequence takes what waits', sequential({ a: later(half), b: half, c: later(() => 0.125) }), 0.125],
  ['a sum is weighted', weighted({ a: [half, 0.7], b: [() => 1, 0.2], c: [() => 0.1, 0.1] }), 0.7 * 0.5 + 0.2 + 0.1 * 0.1],
  ['a sum takes what waits', weighted({ a: [later(half), 0.5], b: [() => 1, 0.5] }), 0.75],
] as const)('%s', async (_, rubric, expected) => {
  expect(await rewardsOf(rubric, [1])).toEqual([expected])
})

test('children that wait are asked at the same time', async () => {
  const both = Promise.withResolvers<number>()
  let asked = 0
  const meets: Scorer = () => {
    if (++asked === 2) both.resolve(1)
    return both.promise
  }
  expect(await rewardsOf(weighted({ a: [meets, 0.5], b: [meets, 0.5] }), [1])).toEqual([1])
})

test('a trajectory is scored when the episode is done, and its score is shared out over the steps', async () => {
  const outcome = discounted<Action, Observation, State>((trajectory) => trajectory.length, { gamma: 0.5, intermediate: -1 })
  const session = open(outcome, { maxSteps: 3 })
  await session.reset()
  expect(await session.step(1)).toMatchObject({ reward: -1, metadata: { own: 1 } })
  expect((await session.step(1)).reward).toBe(-1)
  expect(await session.step(1)).toMatchObject({ reward: 3, done: true, metadata: { rubric: { step_rewards: [0.75, 1.5, 3] } } })
  await session.reset()
  expect((await session.step(1)).reward).toBe(-1)
})

test('what a rubric remembers is part of the episode: an eviction changes no score, a throw keeps it, a reset empties it', async () => {
  const outcome = discounted<Action, Observation, State>((trajectory) => JSON.stringify(trajectory).length, {
    keep: ({ action }) => action.add,
  })
  const trajectory = discounted<Action, Observation, State>((steps) => steps.length)
  const rubric = weighted({
    outcome: [outcome, 0.25],
    deeper: [sequential({ gate: gate(trajectory, { threshold: -1 }), all: trajectory }), 0.75],
  })
  const plain = open(rubric)
  const evicted = open(rubric)
  await plain.reset()
  await evicted.reset()
  for (const add of [0.5, 2, 3, 4]) {
    evicted.reload()
    if (add === 3) expect(await evicted.step(1, { fails: true })).toMatchObject({ message: 'planted' })
    expect(await evicted.step(add)).toEqual(await plain.step(add))
  }
  const snapshot = JSON.parse(plain.snapshot() ?? '') as unknown[]
  expect(snapshot.at(-1)).toMatchObject({ outcome: [0.5, 2, 3, 4] })
  await plain.reset()
  expect(JSON.parse(plain.snapshot() ?? '')).toHaveLength(snapshot.length - 1)
})

test('a score that is no finite number is an error, and the episode stands', async () => {
  const bad: readonly Scorer[] = [
    () => Number.NaN,
    () => Number.POSITIVE_INFINITY,
    () => '1' as never,
    () => undefined as never,
    () => null as never,
    weighted({ a: [() => Number.NaN, 1] }),
    sequential({ a: () => Number.NaN }),
    gate(() => Number.NaN),
    discounted(() => Number.NaN),
    () => ({ score: 1, memory: (() => 1) as never }),
  ]
  for (const rubric of bad) {
    const session = open(rubric, { maxSteps: 1 })
    await session.reset()
    const before = session.snapshot()
    expect(await session.step(1)).toMatchObject({ code: 'EXECUTION_ERROR' })
    expect(session.snapshot()).toBe(before)
  }
})

test('a child that throws while another waits is the error, and nothing is left unheard', async () => {
  const throws: Scorer = () => {
    throw new Error('broken')
  }
  const rejects: Scorer = async () => {
    throw new Error('late')
  }
  const session = open(weighted({ a: [rejects, 0.5], b: [throws, 0.5] }))
  await session.reset()
  expect((await session.step(1)).message).toMatch(/broken|late/)
})

test('weights that do not sum to 1, and a gamma outside 0 to 1, are refused when they are written', () => {
  expect(() => weighted({ a: [half, 0.5] })).toThrow('must sum to 1')
  expect(() => weighted({ a: [half, Number.NaN] })).toThrow('must sum to 1')
  expect(() => discounted(() => 1, { gamma: 1.5 })).toThrow('gamma must be from 0 to 1')
})

test('checkEnvironment finds nothing in an environment with a rubric that remembers', async () => {
  const rubric = weighted({ added: [added, 0.5], outcome: [discounted<Action, Observation, State>((steps) => steps.length), 0.5] })
  expect(await checkEnvironment({ ...counter(rubric), examples: [{ add: 1, fails: false, refuses: false }] })).toEqual([])
})
