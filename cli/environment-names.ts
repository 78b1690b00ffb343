import { rootOf } from './wire.ts'

/** Of more environments than these a terminal shows the number. */
const SHOWN = 8

/** Names of the environments that a runtime of ours serves; empty for another server. A token in the URL's path is used. */
export async function environmentNames(url: string | URL): Promise<string[]> {
  const response = await fetch(`${rootOf(String(url))}/envs`)
  if (!response.ok) return []
  return namesIn(await response.json())
}

/** The names in what `/envs` answered. */
export function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.flatMap((entry: unknown) => nameOf(entry)) : []
}

function nameOf(entry: unknown): string[] {
  return typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string' ? [entry.name] : []
}

/**
 * What is served where, and how a stock Python client connects to the first of it: one line, which programs read, or in a terminal a few.
 * Without names: they are told to holders of a token only.
 */
export function announcement(url: URL, names: readonly string[]): string {
  const [first] = names
  if (first === undefined) return `${url.origin} — asks for a token: ${url.origin}/t/<token>/envs/<name>`
  const base = `${url.href.replace(/\/$/, '')}/envs/${first}`
  const client = `GenericEnvClient(base_url="${base}")`
  if (!process.stdout.isTTY) return `${url.origin} — environments: ${names.join(', ')} — Python: ${client}`
  const listed =
    names.length > SHOWN ? `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more: ${url.origin}/envs` : names.join(', ')
  return [url.origin, `  serves  ${listed}`, `  docs    ${base}/docs`, `  Python  ${client}`].join('\n')
}
