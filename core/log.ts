import type { JsonObject } from './json.ts'

/** A line of the log: one JSON object, named by its event. Whoever calls it keeps tokens and secrets out. */
export function logEvent(event: string, fields: JsonObject): void {
  console.log(JSON.stringify({ event, ...fields }))
}
