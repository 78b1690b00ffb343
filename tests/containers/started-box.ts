import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { BOX_PORT, BoxFailure, type ExecRequest, ExecResult, KernelResult, START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'
import { docker } from './docker.ts'

export const TOKEN = 'the-token'

/** A box in a container of its own, asked over HTTP as its Durable Object asks it. */
export class StartedBox {
  readonly name: string
  readonly url: string

  private constructor(name: string, url: string) {
    this.name = name
    this.url = url
  }

  static async start(): Promise<StartedBox> {
    const name = `openenv-edge-test-${randomUUID()}`
    docker('run', '-d', '--rm', '--name', name, '-e', `BOX_TOKEN=${TOKEN}`, '-p', `127.0.0.1::${BOX_PORT}`, 'openenv-edge-box')
    const url = `http://${docker('port', name, String(BOX_PORT))}`
    const box = new StartedBox(name, url)
    while (!(await box.#isHealthy())) if (docker('ps', '-q', '--filter', `name=${name}`) === '') throw new Error('The box has ended.')
    return box
  }

  async ask(route: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + route, { method: 'POST', body: JSON.stringify(body), headers: { [TOKEN_HEADER]: TOKEN, ...headers } })
  }

  async exec(command: ExecRequest['command'], options: Omit<ExecRequest, 'command'> = {}): Promise<ExecResult> {
    const response = await this.ask('/exec', { command, ...options })
    return z.object({ result: ExecResult }).parse(await response.json()).result
  }

  /** A socket as the box's object keeps one open; the status and start with which it was refused, where it was. */
  async connect(headers: Record<string, string>): Promise<WebSocket | { status: number | undefined; start: unknown }> {
    const socket = new WebSocket(this.url.replace('http', 'ws'), { headers })
    socket.on('error', () => {})
    const opened = once(socket, 'open').then(() => socket)
    const refused = once(socket, 'unexpected-response').then(([, { statusCode, headers: answered }]) => ({
      status: statusCode,
      start: answered[START_HEADER],
    }))
    return Promise.race([opened, refused])
  }

  /** What a file operation answers, or its error's code. */
  async file(request: Record<string, unknown>): Promise<unknown> {
    const answer = z.union([BoxFailure, z.object({ result: z.unknown() })]).parse(await (await this.ask('/files', request)).json())
    return 'error' in answer ? answer.error.code : answer.result
  }

  async kernel(engine: string, request: Record<string, unknown>, timeoutMs = 60_000): Promise<KernelResult> {
    const response = await this.ask('/kernel', { engine, request, timeoutMs })
    return z.object({ result: KernelResult }).parse(await response.json()).result
  }

  remove(): void {
    docker('rm', '-f', this.name)
  }

  async #isHealthy(): Promise<boolean> {
    return fetch(`${this.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
