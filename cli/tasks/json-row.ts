import type { Json, JsonObject } from '../../core/index.ts'

/** A row as plain JSON, with the columns that are asked for. Throws for what JSON cannot hold. */
export function toJsonRow(row: unknown, columns: readonly string[] | undefined): JsonObject {
  if (!isRecord(row)) throw new SyntaxError('a row is no object')
  const names = columns ?? Object.keys(row)
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(row, name)) throw new SyntaxError(`there is no column "${name}", only ${Object.keys(row).join(', ')}`)
      return [name, toJson(row[name], name)]
    }),
  )
}

function toJson(value: unknown, column: string): Json {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => toJson(item, column))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item, column)]))
  if (ArrayBuffer.isView(value)) throw new SyntaxError(`the column "${column}" holds bytes: choose others with --columns`)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  throw new SyntaxError(`the column "${column}" holds a ${typeof value}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value) && !(value instanceof Date)
}
