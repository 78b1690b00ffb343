import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BoxError } from '../../core/box/box-error.ts'
import { BOX_PORT, ExecRequest, START_HEADER, TOKEN_HEADER } from '../../core/box/protocol.ts'
import { Box } from './box.ts'
import { toFailure } from './errors.ts'
import { runFileWorker } from './file-worker.ts'

const MAX_REQUEST_BYTES = 32 * 1024 ** 2

/** The id of this start: a caller that expects another one learns that its container was replaced. */
const START_ID = randomUUID()

/** Serves a box over HTTP. `token` is what each caller must show; without one all are served. */
export function serveBox(box: Box, { port, token }: { port: number; token?: string | undefined }): void {
  createServer(async (request, response) => {
    response.setHeader(START_HEADER, START_ID)
    try {
      await handle(request, response)
    } catch (error) {
      sendJson(response, error instanceof BoxError && error.code === 'OTHER_START' ? 409 : 400, toFailure(error))
    }
  }).listen(port)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = new URL(request.url ?? '/', 'http://box').pathname
    if (route === '/health') return sendJson(response, 200, { result: { startId: START_ID } })
    if (token !== undefined && request.headers[TOKEN_HEADER] !== token) throw new BoxError('FORBIDDEN', 'The token is not this box’s.')
    const expected = request.headers[START_HEADER]
    if (expected !== undefined && expected !== START_ID) throw new BoxError('OTHER_START', 'The container was replaced.')
    const body = await readJson(request)
    const signal = signalOf(response)
    if (route === '/exec-stream') return streamCommand(box, { body, response, signal })
    const answer = await box.answer(route, body, signal)
    sendJson(response, 200, route === '/files' ? answer : { result: answer })
  }
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
    if (size > MAX_REQUEST_BYTES) throw new BoxError('TOO_LARGE', `A request may have ${MAX_REQUEST_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return void response.end()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
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
