import { rootOf } from './wire.ts'

/** Names of the environments that a runtime of ours serves; empty for another server. A token in the URL's path is used. */
export async function environmentNames(url: string | URL): Promise<string[]> {
  const response = await fetch(`${rootOf(String(url))}/envs`)
  if (!response.ok) return []
  const list: unknown = await response.json()
  return Array.isArray(list) ? list.flatMap((entry: unknown) => nameOf(entry)) : []
}

function nameOf(entry: unknown): string[] {
  return typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string' ? [entry.name] : []
}

/** How a stock Python client connects to the first of them. */
export function pythonSnippet(url: URL, [first]: readonly string[]): string {
  return first === undefined ? '' : ` — Python: GenericEnvClient(base_url="${url.href.replace(/\/$/, '')}/envs/${first}")`
}
