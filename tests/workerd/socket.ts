import { exports } from 'cloudflare:workers'

type Frame = {
  type: string
  data: Record<string, never> & { code?: string; message?: string; reward?: number; observation?: Record<string, unknown> }
}

/** A client's socket inside workerd: a frame out, the next frame in. */
export interface TestSocket {
  ask(frame: object | string): Promise<Frame>
  /** As `ask`; the answer as it came. */
  askText(frame: object | string): Promise<string>
  reset(data?: object): Promise<Frame>
  step(data: object): Promise<Frame>
  state(): Promise<Frame>
  close(): void
  /** The first frame that arrives, asked for or not. */
  readonly first: Promise<Frame>
  /** Resolves with the code when the server closes. */
  readonly closed: Promise<number>
}

/** Opens a socket on a path of the worker. */
export async function openSocket(path: string): Promise<TestSocket> {
  const response = await exports.default.fetch(`http://host${path}`, { headers: { upgrade: 'websocket' } })
  const socket = response.webSocket
  if (socket === null) throw new Error(`No socket at ${path}: ${response.status} ${await response.text()}`)
  const waiting: ((text: string) => void)[] = []
  let arrive: (frame: Frame) => void = () => {}
  const first = new Promise<Frame>((resolve) => {
    arrive = resolve
  })
  socket.accept()
  socket.addEventListener('message', ({ data }) => {
    arrive(JSON.parse(String(data)))
    waiting.shift()?.(String(data))
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))

  function askText(frame: object | string): Promise<string> {
    const answer = new Promise<string>((resolve) => waiting.push(resolve))
    socket?.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    return answer
  }
  async function ask(frame: object | string): Promise<Frame> {
    return JSON.parse(await askText(frame))
  }
  return {
    ask,
    askText,
    first,
    closed,
    reset: (data = {}) => ask({ type: 'reset', data }),
    step: (data) => ask({ type: 'step', data }),
    state: () => ask({ type: 'state' }),
    close: () => socket.close(1000),
  }
}
