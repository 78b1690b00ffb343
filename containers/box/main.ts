import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BoxError } from '../../core/box/box-error.ts'
import { BOX_PORT, ExecRequest, MAX_MESSAGE_BYTES, START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'
import { Box } from './box.ts'
import { toFailure } from './errors.ts'
import { runFileWorker } from './file-worker.ts'
import { serveSockets } from './sockets.ts'

/** The id of this start: a caller that expects another one learns that its container was replaced. */
const START_ID = randomUUID()

/** Serves a box over sockets and over HTTP. `token` is what each caller must show; without one all are served. */
export function serveBox(box: Box, { port, token }: { port: number; token?: string | undefined }): void {
  const server = createServer(async (request, response) => {
    response.setHeader(START_HEADER, START_ID)
    try {
      await handle(request, response)
    } catch (error) {
      sendText(response, statusOf(error), JSON.stringify(toFailure(error)))
    }
  }).listen(port)
  serveSockets(server, { startId: START_ID, refusal, answer })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = new URL(request.url ?? '/', 'http://box').pathname
    if (route === '/health') return sendText(response, 200, JSON.stringify({ result: { startId: START_ID } }))
    admit(request)
    const body = await readJson(request)
    const signal = signalOf(response)
    if (route === '/exec-stream') return streamCommand(box, { body, response, signal })
    sendText(response, 200, await answer(route, body, signal))
  }

  function admit({ headers }: IncomingMessage): void {
    if (token !== undefined && headers[TOKEN_HEADER] !== token) throw new BoxError('FORBIDDEN', 'The token is not this box’s.')
    const expected = headers[START_HEADER]
    if (expected !== undefined && expected !== START_ID) throw new BoxError('OTHER_START', 'The container was replaced.')
  }

  function refusal(request: IncomingMessage): number | undefined {
    try {
      admit(request)
      return undefined
    } catch (error) {
      return statusOf(error)
    }
  }

  async function answer(route: string, body: unknown, signal: AbortSignal): Promise<string> {
    const answered = await box.answer(route, body, signal)
    const text = JSON.stringify(route === '/files' ? answered : { result: answered })
    if (Buffer.byteLength(text) < MAX_MESSAGE_BYTES) return text
    throw new BoxError('TOO_LARGE', `The answer has ${Buffer.byteLength(text)} bytes, of at most ${MAX_MESSAGE_BYTES}.`)
  }
}

function statusOf(error: unknown): number {
  return error instanceof BoxError && error.code === 'OTHER_START' ? 409 : 400
}

/** One line of JSON a piece of output, then one with the result. */
async function streamCommand(
  box: Box,
  { body, response, signal }: { body: unknown; response: ServerResponse; signal: AbortSignal },
): Promise<void> {
  const command = ExecRequest.parse(body)
  response.setHeader('content-type', 'application/x-ndjson')
  const result = await box.exec(command, signal, (stream, text) => response.write(`${JSON.stringify({ stream, text })}\n`))
  response.end(`${JSON.stringify({ result })}\n`)
}

/** Aborted when the caller has gone before it was answered. */
function signalOf(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort()
  })
  return abort.signal
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_MESSAGE_BYTES) throw new BoxError('TOO_LARGE', `A request may have ${MAX_MESSAGE_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

function sendText(response: ServerResponse, status: number, json: string): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { 'content-type': 'application/json' }).end(json)
}

async function main(): Promise<void> {
  const [, , mode = ''] = process.argv
  if (mode === 'files') return runFileWorker()
  const uid = Number(mode)
  if (!Number.isInteger(uid) || uid === 0) throw new TypeError('Usage: server.mjs <uid of the user> | files')
  const { BOX_TOKEN: token } = process.env
  delete process.env.BOX_TOKEN
  process.once('SIGTERM', () => process.exit(0))
  serveBox(new Box({ uid, gid: uid, home: '/home/user' }), { port: BOX_PORT, token })
}

await main()
