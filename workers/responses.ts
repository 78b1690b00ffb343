import { type HttpAnswer, printJson } from '../core/internal.ts'

const printed = new WeakMap<object, string>()

/** As {@link json} for a value that never changes: verifiers asks for the schemas once an episode, from hundreds at a time. */
export function jsonOnce(value: object): Response {
  const body = printed.get(value) ?? printJson(value)
  printed.set(value, body)
  return send({ status: 200, body })
}

export function json(value: unknown): Response {
  return send({ status: 200, body: printJson(value) })
}

export function send({ status, body }: HttpAnswer, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** The answer of FastAPI to a method that a path does not know. */
export function methodNotAllowed(allow: string): Response {
  return send({ status: 405, body: '{"detail":"Method Not Allowed"}' }, { allow })
}
