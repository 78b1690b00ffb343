import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type MalformedFrame, malformedFrame } from './malformed-frames.ts'
import { createRandom, type Random } from './random.ts'
import { openRaw, type RawClient } from './raw-client.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const FRAMES = Number(process.env.INTEROP_FRAMES ?? 10_000)
const SESSIONS = 20
/** Frames that are sent before the first of their answers is read. */
const AT_ONCE = 10
const PLATFORM_LIMIT_BYTES = 32 * 2 ** 20

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

test(`${FRAMES} malformed frames each get one typed error in their place, and the next valid step works`, {
  timeout: 240_000,
}, async () => {
  const random = createRandom()
  onTestFailed(() => console.log(`INTEROP_SEED=${random.seed}`))
  await Promise.all(Array.from({ length: SESSIONS }, (_, session) => play(createRandom(random.seed + session), session)))
  expect(runtime.errorLines()).toEqual([])
})

/** Half of the sessions have a name. The walk goes to and fro, so that each valid step has its own right answer. */
async function play(random: Random, session: number): Promise<void> {
  const socket = await openRaw(`${runtime.url}/envs/grid_world${session % 2 === 0 ? '' : `/s/malformed-${session}`}`)
  await refuseBeforeReset(socket, random)
  await socket.ask('{"type":"reset","data":{"seed":1}}')
  let steps = 0
  for (let sent = 0; sent < FRAMES / SESSIONS; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => malformedFrame(random))
    for (const { frame } of batch) socket.send(frame)
    socket.send(`{"type":"step","data":{"action":"${steps % 2 === 0 ? 'DOWN' : 'UP'}"}}`)
    for (const malformed of batch) expectOneError(malformed, await socket.next())
    expect(JSON.parse(await socket.next())).toMatchObject({
      type: 'observation',
      data: { observation: { x: ++steps % 2, y: 0 }, reward: -0.1 },
    })
  }
  expect(JSON.parse(await socket.ask('{"type":"state"}'))).toMatchObject({ type: 'state', data: { step_count: steps } })
  expect(socket.unread).toEqual([])
  await socket.close()
}

/** Frames that come too early: refused, whatever else is wrong with them. */
async function refuseBeforeReset(socket: RawClient, random: Random): Promise<void> {
  const early = { kind: 'a step before the reset', frame: '{"type":"step","data":{"action":"UP"}}', code: 'EXECUTION_ERROR' }
  expectOneError(early, await socket.ask(early.frame))
  const { frame } = malformedFrame(random)
  expect(JSON.parse(await socket.ask(frame))).toMatchObject({ type: 'error' })
}

function expectOneError({ kind, frame, code }: MalformedFrame, answer: string): void {
  const { type, data } = JSON.parse(answer) as { type: unknown; data: { message: unknown; code: unknown; errors?: unknown } }
  const what = `${kind}: ${String(frame).slice(0, 200)}`
  expect({ what, type, code: data.code, message: typeof data.message }).toEqual({ what, type: 'error', code, message: 'string' })
  if (code === 'VALIDATION_ERROR')
    expect(data.errors, what).toContainEqual(expect.objectContaining({ loc: expect.any(Array), msg: expect.any(String) }))
}

test("a frame above the platform's size closes its socket with 1009; the session with a name goes on", async () => {
  const url = `${runtime.url}/envs/grid_world/s/oversized`
  const socket = await openRaw(url)
  await socket.ask('{"type":"reset"}')
  await socket.ask('{"type":"step","data":{"action":"DOWN"}}')
  socket.send(`{"type":"step","data":{"action":"${'U'.repeat(PLATFORM_LIMIT_BYTES)}"}}`)
  expect(await socket.closed).toBe(1009)
  const next = await openRaw(url)
  expect(JSON.parse(await next.ask('{"type":"state"}'))).toMatchObject({ data: { step_count: 1 } })
  await next.close()
  // workerd's own report; nothing of ours runs for such a frame.
  expect(runtime.errorLines()).toEqual([expect.stringContaining('Message is too large')])
})
