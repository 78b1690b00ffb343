import { expect, test } from 'vitest'
import { echoLegacy } from '../../environments/index.ts'
import { openSession } from './driver.ts'

test('a message comes back with its length in code points and a tenth of it as reward', async () => {
  const session = openSession(echoLegacy)
  expect(await session.reset()).toMatchObject({
    observation: { echoed_message: 'Echo environment ready!', message_length: 0, metadata: {} },
    reward: 0,
  })
  const message = 'é 😀 \u2028 "q" \\'
  const length = [...message].length
  expect(await session.step({ message })).toEqual({
    observation: { metadata: { original_message: message, step: 1 }, echoed_message: message, message_length: length },
    reward: 0.1 * length,
    done: false,
    metadata: { original_message: message, step: 1 },
  })
})

test('an empty message is refused and counts no step', async () => {
  const session = openSession(echoLegacy)
  await session.reset()
  await expect(session.step({ message: '' })).rejects.toThrow('Invalid message')
  expect(await session.state()).toEqual({ episode_id: expect.any(String), step_count: 0 })
})
