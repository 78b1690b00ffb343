import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DECLARED } from './differences.ts'
import { runPython } from './python.ts'
import { type Runtime, startRuntime } from './runtime.ts'

const Difference = z.object({ request: z.string(), path: z.string(), stock: z.json(), ours: z.json() })
const Asked = z.object({ asked: z.int() })
const DOCUMENT = join(import.meta.dirname, '../../docs/differences.md')

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime()
})
afterAll(() => runtime.stop())

test('over 500 requests, right and wrong, are answered as a stock server answers them, but for what is declared', {
  timeout: 240_000,
}, async () => {
  const lines = await runPython('0.10.0', 'differential.py', [`${runtime.url}/envs/echo`])
  const { asked } = Asked.parse(lines.pop())
  expect(asked).toBeGreaterThan(500)
  const differences = lines.map((line) => Difference.parse(line))
  const undeclared = differences.filter(({ request, path }) => !DECLARED.some((kind) => kind.request.test(request) && kind.path.test(path)))
  expect(undeclared).toEqual([])
  const unseen = DECLARED.filter((kind) => !differences.some(({ request, path }) => kind.request.test(request) && kind.path.test(path)))
  expect(unseen.map(({ heading }) => heading)).toEqual([])
})

test('each declared difference has its reason in the document', () => {
  const headings = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
  for (const { heading } of DECLARED) expect(headings).toContain(heading)
})
