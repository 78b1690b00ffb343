import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'

/** A file of `fixtures/` (`.json` or `.json.gz`), parsed. */
export function readFixture<T>(name: string, schema: z.ZodType<T>): T {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures', name))
  return schema.parse(JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')))
}
