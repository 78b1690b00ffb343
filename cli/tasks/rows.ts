import { extname } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { JsonObject } from '../../core/index.ts'
import { CommandError, messageOf } from '../command-error.ts'
import { readCsv } from './csv.ts'
import { toJsonRow } from './json-row.ts'
import { readParquet } from './parquet.ts'

type RowReader = (bytes: Uint8Array<ArrayBuffer>) => unknown | Promise<unknown>

const READERS: Readonly<Record<string, RowReader>> = {
  '.jsonl': (bytes) => linesOf(textOf(bytes)).map((line) => parseExactly(line)),
  '.ndjson': (bytes) => linesOf(textOf(bytes)).map((line) => parseExactly(line)),
  '.json': (bytes) => parseExactly(textOf(bytes)),
  '.csv': (bytes) => readCsv(textOf(bytes)),
  '.parquet': readParquet,
}

/** True for a file whose rows can be read. */
export function hasRows(path: string): boolean {
  return kindOf(path) in READERS
}

/** The rows of a file, as JSON objects. Throws a `CommandError` that names the file. */
export async function readRows(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  columns: readonly string[] | undefined,
): Promise<JsonObject[]> {
  const read = READERS[kindOf(path)]
  if (read === undefined)
    throw new CommandError(`${path} is of no kind that can be read: ${Object.keys(READERS).join(', ')}, also with .gz.`)
  try {
    const rows = await read(path.endsWith('.gz') ? new Uint8Array(gunzipSync(bytes)) : bytes)
    if (!Array.isArray(rows)) throw new SyntaxError('it is no list of rows')
    return rows.map((row) => toJsonRow(row, columns))
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`${path} cannot be read: ${messageOf(cause)}.`, { cause })
  }
}

function kindOf(path: string): string {
  return extname(path.replace(/\.gz$/, '')).toLowerCase()
}

/** JSON whose long integers keep their digits. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, (_: string, value: unknown, context?: { source?: string }) => {
    const { source = '' } = context ?? {}
    return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value
  })
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}
