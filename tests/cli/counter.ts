import { z } from 'zod'

/** The source of an environment in one file: it counts its steps, by `by` each. */
export const COUNTER = counterSource(1)

export function counterSource(by: number, { name = 'counter', constant = 'counter' } = {}): string {
  return `
import { defineEnvironment } from 'openenv-edge'
import { z } from 'zod'
export const ${constant} = defineEnvironment({
  name: '${name}',
  version: '1',
  action: z.object({}),
  observation: z.object({ count: z.int() }),
  state: z.object({ count: z.int() }),
  reset: () => ({ state: { count: 0 }, observation: { count: 0 } }),
  step: ({ count }) => ({ state: { count: count + ${by} }, observation: { count: count + ${by} } }),
})
`
}

const frame = z.object({ data: z.object({ observation: z.object({ count: z.int() }) }) })

/** Plays frames on one socket, as a stock client does, and returns the count in each answer. */
export async function play(url: string, types: readonly ('reset' | 'step')[]): Promise<number[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`)
  await once(socket, 'open')
  const counts: number[] = []
  for (const type of types) {
    const answer = once(socket, 'message')
    socket.send(JSON.stringify({ type, data: {} }))
    counts.push(countIn(await answer))
  }
  const closed = once(socket, 'close')
  socket.close()
  await closed
  return counts
}

function countIn(event: Event): number {
  const text = event instanceof MessageEvent ? String(event.data) : ''
  const { success, data } = frame.safeParse(JSON.parse(text))
  if (!success) throw new Error(`This is no observation of the counter: ${text}`)
  return data.data.observation.count
}

function once(socket: WebSocket, type: keyof WebSocketEventMap): Promise<Event> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(type, resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`The socket failed while waiting for "${type}".`)), { once: true })
  })
}
