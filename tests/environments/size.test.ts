import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { WORKER_BUNDLING } from '../../cli/worker-bundling.ts'

const LIMIT = 1_000_000

test('a worker with every bundled environment is under 1 MB gzipped, word lists and all', async () => {
  const { outputFiles } = await build({
    ...WORKER_BUNDLING,
    entryPoints: [join(import.meta.dirname, '../../workers/main.ts')],
    write: false,
    outfile: 'main.js',
  })
  const [bundle] = outputFiles
  const size = gzipSync(bundle?.contents ?? '').length
  expect(size).toBeGreaterThan(100_000)
  expect(size).toBeLessThan(LIMIT)
})
