import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'

/** A data set of the Hugging Face hub at one commit. */
export interface Dataset {
  /** `owner/name`. */
  readonly name: string
  /** 40 hexadecimal digits. */
  readonly revision: string
}

/** A file of a data set. */
export interface HubFile {
  readonly path: string
  /** SHA-256 of a large file; the hub tells none of a small one. */
  readonly digest: string | undefined
}

const TIMEOUT_MS = 600_000
const Entry = z.object({ type: z.string(), path: z.string(), lfs: z.object({ oid: z.string() }).optional() })

/** Every file of a data set. The hub tells a thousand at once and where the next ones are. */
export async function listFiles(dataset: Dataset): Promise<HubFile[]> {
  const files: HubFile[] = []
  let next: URL | undefined = new URL(`/api/datasets/${dataset.name}/tree/${dataset.revision}?recursive=true`, hub())
  while (next !== undefined) {
    const response = await ask(next, dataset)
    const entries = z.array(Entry).parse(await response.json())
    for (const { type, path, lfs } of entries) if (type === 'file') files.push({ path, digest: lfs?.oid })
    const [, link] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
    next = link === undefined ? undefined : new URL(link, hub())
  }
  return files
}

/** A file's bytes, which must be those that the hub promised. */
export async function readFile(dataset: Dataset, { path, digest }: HubFile): Promise<Uint8Array<ArrayBuffer>> {
  const place = path.split('/').map(encodeURIComponent).join('/')
  const response = await ask(new URL(`/datasets/${dataset.name}/resolve/${dataset.revision}/${place}`, hub()), dataset)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (digest !== undefined && createHash('sha256').update(bytes).digest('hex') !== digest) {
    throw new CommandError(`${path} of ${dataset.name} arrived damaged: its SHA-256 is not ${digest}. Try again.`)
  }
  return bytes
}

/** Where the hub is: `HF_ENDPOINT`, as its own clients read it. */
function hub(): string {
  return process.env.HF_ENDPOINT || 'https://huggingface.co'
}

async function ask(url: URL, { name, revision }: Dataset): Promise<Response> {
  const token = process.env.HF_TOKEN
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new CommandError(`The hub at ${url.origin} does not answer.`, { cause })
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new CommandError(whyNot(response.status, `${name} at ${revision}`, Boolean(token)))
}

function whyNot(status: number, what: string, hasToken: boolean): string {
  if (status === 404) return `The hub has no data set ${what}. Is the name owner/name, and the revision the full commit?`
  if (status === 401 || status === 403) {
    const remedy = hasToken ? 'The token in HF_TOKEN may not read it.' : 'Set HF_TOKEN to a token that may read it.'
    return `The hub does not give ${what}: it is private, gated or missing. ${remedy}`
  }
  return `The hub answered ${status} for ${what}. Try again later.`
}
