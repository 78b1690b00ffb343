import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createChatModel, defineEnvironment, type JudgeOptions, judge, remote, weighted } from '../../core/index.ts'
import { InProcessBackend, replayWorld, type World } from '../../core/internal.ts'

type Judge = JudgeOptions<{ answer: string }, { seen: string }, { count: number }>

function environmentOf(rubric: ReturnType<typeof judge<{ answer: string }, { seen: string }, { count: number }>>) {
  return defineEnvironment({
    name: 'judged',
    version: '1',
    action: z.object({ answer: z.string() }),
    observation: z.object({ seen: z.string() }),
    state: z.object({ count: z.int() }),
    rubric,
    reset: () => ({ state: { count: 0 }, observation: { seen: '' } }),
    step: ({ count }, { answer }) => ({ state: { count: count + 1 }, observation: { seen: answer } }),
  })
}

const OFFLINE: World = { fetch: () => Promise.reject(new Error('offline')), now: () => 0, secret: () => '' }

async function rewardOf(options: Judge, answer = 'x'): Promise<unknown> {
  const backend = new InProcessBackend(environmentOf(judge(options)), OFFLINE)
  await backend.reset({})
  return (await backend.step({ answer })).reward
}

test.each([
  ['the first number is the score', 'I would say 0.7, not 0.9.', {}, 0.7],
  ['a score is brought down to 1', 'Score: 8', {}, 1],
  ['and up to 0', 'Score: -3', {}, 0],
  ['unless it is to stay', 'Score: -3', { clamp: false }, -3],
  ['a pattern finds it by its group', 'In 3 words: [[0.25]]', { pattern: /\[\[(.*?)\]\]/ }, 0.25],
] as const)('a judge: %s', async (_, answer, options, expected) => {
  expect(await rewardOf({ prompt: '', model: () => answer, ...options })).toBe(expected)
})

test.each([
  ['no number', 'Excellent!', {}],
  ['an empty answer', '', {}],
  ['a group that is no number', '[[good]]', { pattern: /\[\[(.*?)\]\]/ }],
  ['an empty group', '[[]]', { pattern: /\[\[(.*?)\]\]/ }],
] as const)('a judge that answers with %s is an error, not a score', async (_, answer, options) => {
  await expect(rewardOf({ prompt: '', model: () => answer, ...options })).rejects.toThrow('The judge answered without a score.')
})

test('a template is filled in once: an action that spells a placeholder stays what it is', async () => {
  const prompts: string[] = []
  const model = (prompt: string) => {
    prompts.push(prompt)
    return '1'
  }
  await rewardOf({ prompt: '{action} -> {observation} {other}', model }, "{observation} $& $'")
  await rewardOf({ prompt: ({ state }) => `count ${state.count}`, model })
  expect(prompts).toEqual([`{"answer":"{observation} $& $'"} -> {"seen":"{observation} $& $'"} {other}`, 'count 1'])
})

/** Answers like a language model at /chat/completions and like a reward service elsewhere, the first asked last. */
function service(asked: Request[]): World {
  return {
    now: () => 0,
    secret: (name) => `value of ${name}`,
    async fetch(input, init) {
      const request = new Request(input, init)
      asked.push(request)
      if (!request.url.endsWith('/chat/completions')) return Response.json({ score: 0.5, parts: { speed: 0.25 } })
      await setImmediate()
      await setImmediate()
      return Response.json({ choices: [{ message: { content: '0.125' } }] })
    },
  }
}

test('what a judge and a reward service answered is recorded in the order of asking: a replay asks nobody and needs no secret', async () => {
  const model = createChatModel({ url: 'http://model.test/v1/', model: 'm', secret: 'MODEL_KEY', system: 'Be strict.' })
  const rubric = weighted({
    judge: [judge({ prompt: '{action}', model }), 0.5],
    service: [
      remote({ url: ({ context }) => context.secret('URL').replace('value of ', 'http://reward.test/'), secret: 'REWARD_KEY' }),
      0.5,
    ],
  })
  const asked: Request[] = []
  const backend = new InProcessBackend(environmentOf(rubric), service(asked))
  await backend.reset({ seed: 1, episode_id: 'e' })
  const reset = backend.snapshot()
  const reply = await backend.step({ answer: 'x' })
  expect(reply).toMatchObject({ reward: 0.3125, metadata: '{"rubric":{"judge":0.125,"service":0.5,"service.speed":0.25}}' })
  expect(asked.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
    ['http://model.test/v1/chat/completions', 'Bearer value of MODEL_KEY'],
    ['http://reward.test/URL', 'Bearer value of REWARD_KEY'],
  ])
  expect(JSON.stringify(backend.effects)).not.toContain('value of')

  const again = new InProcessBackend(environmentOf(rubric), replayWorld(backend.effects as never))
  again.restore(reset)
  expect(await again.step({ answer: 'x' })).toEqual(reply)
  expect(again.snapshot()).toBe(backend.snapshot())
  expect(asked).toHaveLength(2)
})

test.each([
  ['no network', () => Promise.reject(new Error('secret.internal refused')), 'The language model cannot be reached.'],
  ['a 429', async () => new Response('{}', { status: 429 }), 'The language model answered 429.'],
  ['no message', async () => Response.json({ choices: [] }), 'The language model answered without a message.'],
  ['no JSON', async () => new Response('<html>'), 'The language model answered something that is no JSON.'],
] as const)('a language model that gives %s is an error', async (_, answer, message) => {
  const rubric = judge<{ answer: string }, { seen: string }, { count: number }>({
    prompt: '{action}',
    model: createChatModel({ url: 'http://model.test/v1', model: 'm' }),
  })
  const backend = new InProcessBackend(environmentOf(rubric), { ...OFFLINE, fetch: answer })
  await backend.reset({})
  const before = backend.snapshot()
  await expect(backend.step({ answer: 'x' })).rejects.toThrow(message)
  expect(backend.snapshot()).toBe(before)
})
