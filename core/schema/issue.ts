import type { Json, JsonObject } from '../json.ts'

/** One fault of an input, as pydantic words it: OpenEnv's clients and their users know these (contract 1.3). */
export interface Issue {
  type: string
  loc: (string | number)[]
  msg: string
  input: Json
  ctx?: JsonObject
}

/** Collects faults of one input. A reader that added none has succeeded. */
export type Issues = Issue[]

export function report(issues: Issues, type: string, msg: string, input: unknown, ctx?: JsonObject): undefined {
  const issue: Issue = { type, loc: [], msg, input: input as Json }
  if (ctx !== undefined) issue.ctx = ctx
  issues.push(issue)
  return undefined
}

/** Puts `key` before the places of the faults added since `start`. */
export function prefix(issues: Issues, start: number, key: string | number): void {
  for (let i = start; i < issues.length; i++) issues[i]?.loc.unshift(key)
}

/** `'a', 'b' or 'c'`, as pydantic lists what it expects. */
export function quoteChoices(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`
}
