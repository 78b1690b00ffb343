import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEnvironment } from '../../core/index.ts'
import { type Effect, InProcessBackend, OpenEnvError, replayWorld, type World } from '../../core/internal.ts'

/** Catches what it is refused, and goes on by what was caught. */
const careful = defineEnvironment({
  name: 'careful',
  version: '1',
  action: z.object({ ask: z.array(z.string()) }),
  observation: z.object({}),
  state: z.object({ log: z.array(z.string()) }),
  reset: () => ({ state: { log: [] }, observation: {} }),
  async step({ log }, { ask }, context) {
    const seen: string[] = []
    for (const asked of ask) {
      try {
        seen.push(asked.startsWith('http') ? await (await context.fetch(asked)).text() : `secret ${context.secret(asked).length}`)
      } catch (error) {
        seen.push(error instanceof Error ? `${error.name}, ${error instanceof TypeError}: ${error.message}` : '?')
      }
    }
    return { state: { log: [...log, ...seen] }, observation: {} }
  },
})

const WORLD: World = {
  now: () => 0,
  async fetch(input) {
    if (String(input) === 'http://down') throw new TypeError('fetch failed')
    if (String(input) === 'http://slow') throw new DOMException('too slow', 'TimeoutError')
    return new Response(`from ${input}`)
  },
  secret(name) {
    if (name === 'KEY') return ''
    throw new OpenEnvError('FACTORY_ERROR', `no ${name}`)
  },
}

async function play(world: World, ask: string[]): Promise<InProcessBackend> {
  const backend = new InProcessBackend(careful, world)
  await backend.reset({ seed: 1, episode_id: 'e' })
  await backend.step({ ask })
  return backend
}

test('what an action caught is recorded: a replay catches it again, and is answered in order', async () => {
  const ask = ['http://a', 'http://down', 'LOST', 'KEY', 'http://slow', 'http://b']
  const played = await play(WORLD, ask)
  expect(played.episode?.state).toEqual({
    log: [
      'from http://a',
      'TypeError, true: fetch failed',
      'OpenEnvError, false: no LOST',
      'secret 0',
      'TimeoutError, false: too slow',
      'from http://b',
    ],
  })
  const stored = JSON.parse(JSON.stringify(played.effects)) as Effect[]
  expect((await play(replayWorld(stored), ask)).snapshot()).toBe(played.snapshot())
  expect(played.isRepeatable).toBe(true)
})

test('a step that did not wait for an answer is not to be played again', async () => {
  const hasty = defineEnvironment({
    ...careful,
    step({ log }, { ask }, context) {
      void context.fetch(ask[0] ?? '')
      return { state: { log }, observation: {} }
    },
  })
  const backend = new InProcessBackend(hasty, { ...WORLD, fetch: () => new Promise(() => {}) })
  await backend.reset({})
  expect(backend.isRepeatable).toBe(true)
  await backend.step({ ask: ['http://never'] })
  expect(backend.isRepeatable).toBe(false)
})
