import { gzipSync } from 'node:zlib'

export interface Part {
  /** A package, or a folder of the project. */
  readonly name: string
  readonly bytes: number
  readonly gzip: number
}

export interface SizeReport {
  readonly bytes: number
  readonly gzip: number
  /** Largest first. Each is compressed alone, so that together they are a little more than the whole. */
  readonly parts: readonly Part[]
}

/** esbuild marks where each source file begins. */
const MARK = /^\/\/ (?=[\w@./(-].*[\w)]$)/m

/** What a bundle weighs, and what of it comes from where. */
export function measure(script: string): SizeReport {
  const [head = '', ...sections] = script.split(MARK)
  const texts = new Map([['(runtime)', head]])
  for (const section of sections) {
    const [path = ''] = section.split('\n', 1)
    const name = partOf(path)
    texts.set(name, (texts.get(name) ?? '') + section)
  }
  const parts = [...texts].map(([name, text]) => ({ name, ...sizeOf(text) })).sort((one, other) => other.gzip - one.gzip)
  return { ...sizeOf(script), parts: parts.filter(({ bytes }) => bytes > 0) }
}

export function toLines({ bytes, gzip, parts }: SizeReport): string[] {
  const row = (name: string, size: { bytes: number; gzip: number }): string =>
    `  ${name.padEnd(34)}${kibibytes(size.bytes).padStart(12)}${kibibytes(size.gzip).padStart(12)}`
  return [
    `  ${''.padEnd(34)}${'size'.padStart(12)}${'gzip'.padStart(12)}`,
    ...parts.map((part) => row(part.name, part)),
    row('together', { bytes, gzip }),
  ]
}

function partOf(path: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  if (inPackage !== undefined) return inPackage
  const own = /\/dist\/(core|durable-objects|environments|workers)\//.exec(path)?.[1]
  if (own !== undefined) return `openenv-edge/${own}`
  const [folder = '', ...rest] = path.replace(/^(\.\.\/)+/, '').split('/')
  return rest.length === 0 ? 'this project' : folder
}

function sizeOf(text: string): { bytes: number; gzip: number } {
  const content = Buffer.from(text)
  return { bytes: content.length, gzip: gzipSync(content).length }
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
