import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const LARGEST_BYTES = 3000

test('the client is at most 3 kB in a page, minified and gzipped', async () => {
  const { outputFiles } = await build({
    entryPoints: ['client/index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength).toBeLessThanOrEqual(LARGEST_BYTES)
})

test('the client brings nothing along but its own files and the error of core', async () => {
  const { metafile } = await build({ entryPoints: ['client/index.ts'], bundle: true, format: 'esm', metafile: true, write: false })
  const others = Object.keys(metafile.inputs).filter((path) => !path.startsWith('client/'))
  expect(others).toEqual(['core/errors.ts'])
})
