import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import type { EpisodeRecord } from './episode.ts'
import { printPythonJson } from './python-json.ts'

const line = z.object({ episode_id: z.string() })

/** The viewer of Hugging Face and `load_dataset` take the lines alone for the data set. */
const CARD = `---
configs:
- config_name: default
  data_files:
  - split: train
    path: "results.jsonl"
---

# Episodes

One a line, in OpenEnv's schema, collected with \`openenv-edge collect\`. metadata.json says how.
`

/** The folder of a collection: results.jsonl, metadata.json and a card. */
export class Results {
  readonly path: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.path = join(folder, 'results.jsonl')
  }

  /** Ids of the episodes that are there. A line that a killed collector left unfinished is taken away, to be played again. */
  collectedIds(): Set<string> {
    if (!existsSync(this.path)) return new Set()
    const text = readFileSync(this.path, 'utf8')
    const end = text.lastIndexOf('\n') + 1
    const ids = new Set(
      text
        .slice(0, end)
        .split('\n')
        .flatMap((row, index) => (row.trim() === '' ? [] : [this.#idOf(row, index + 1)])),
    )
    const rest = text.slice(end)
    if (rest === '') return ids
    const last = readId(rest)
    if (last === undefined) truncateSync(this.path, Buffer.byteLength(text.slice(0, end)))
    else {
      appendFileSync(this.path, '\n')
      ids.add(last)
    }
    return ids
  }

  /** Puts what is there aside, under a name with the time. */
  putAside(): void {
    if (existsSync(this.path))
      renameSync(this.path, join(this.#folder, `results.${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.bak.jsonl`))
  }

  /** What this folder's lines were made with; refuses to add others to them. */
  writeMetadata(metadata: Readonly<Record<string, unknown>>, isResumed: boolean): void {
    mkdirSync(this.#folder, { recursive: true })
    const file = join(this.#folder, 'metadata.json')
    const before = existsSync(file) && existsSync(this.path) && isResumed ? readMetadata(file) : undefined
    for (const key of ['env', 'provider', 'model'])
      if (before !== undefined && before[key] !== metadata[key])
        throw new CommandError(
          `${this.#folder} was collected with ${key} ${before[key]}, not ${metadata[key]}. Choose another --out, or say --no-resume.`,
        )
    writeFileSync(file, JSON.stringify(metadata, null, 2))
    writeFileSync(join(this.#folder, 'README.md'), CARD)
  }

  /** Adds a line with one write. */
  append(record: EpisodeRecord): void {
    appendFileSync(this.path, `${printPythonJson(record)}\n`)
  }

  #idOf(row: string, number: number): string {
    const id = readId(row)
    if (id === undefined) throw new CommandError(`${this.path}:${number} is no episode. Mend or remove that line, or say --no-resume.`)
    return id
  }
}

function readId(row: string): string | undefined {
  try {
    return line.safeParse(JSON.parse(row)).data?.episode_id
  } catch {
    return undefined
  }
}

function readMetadata(file: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
