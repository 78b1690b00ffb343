import type { Context } from '../environment.ts'
import { OpenEnvError } from '../errors.ts'
import type { Json } from '../json.ts'
import { parseJson } from '../json-parse.ts'
import { printJson } from '../json-text.ts'

/** A service that answers JSON with JSON. */
export interface JsonService {
  /** What messages call it: they name neither address nor secret. */
  readonly title: string
  readonly url: string
  /** Name of the deployment's secret that is sent as a bearer token; default: none is. */
  readonly secret?: string | undefined
  /** For the whole answer, ms. */
  readonly timeoutMs: number
}

/** Posts a body and returns the answer's. Throws for a timeout, for any fault of the network, and for a status other than 2xx. */
export async function askService({ title, url, secret, timeoutMs }: JsonService, body: object, context: Context): Promise<Json> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (secret !== undefined) headers.authorization = `Bearer ${context.secret(secret)}`
  const time = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([context.signal, time])
  const asked = context.fetch(url, { method: 'POST', headers, body: printJson(body), signal })
  const response = await asked.catch((cause: unknown) => {
    throw fault(time.aborted ? `${title} did not answer within ${timeoutMs} ms.` : `${title} cannot be reached.`, cause)
  })
  if (!response.ok) throw fault(`${title} answered ${response.status}.`)
  const text = await response.text()
  try {
    return parseJson(text)
  } catch (cause) {
    throw fault(`${title} answered something that is no JSON.`, cause)
  }
}

/** What a client sees of a service's fault: an error frame, and the episode as it was. */
export function fault(message: string, cause?: unknown): OpenEnvError {
  return new OpenEnvError('EXECUTION_ERROR', message, { cause })
}
