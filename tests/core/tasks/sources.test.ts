import { expect, test } from 'vitest'
import { z } from 'zod'
import { generatedTasks, type JsonObject, listedTasks, packedTasks, packRows, type TaskSet } from '../../../core/index.ts'

async function read<Data>(tasks: TaskSet<Data>, split: string, start: number, stop: number): Promise<readonly Data[]> {
  return (await tasks.splits[split]?.read(start, stop)) ?? []
}

test('a generated task is made of the same numbers each time, whatever is read around it', async () => {
  const make = (seed?: number) =>
    generatedTasks({ train: 1_000_000, test: 10 }, ({ rng }) => rng.integer(0, 1e9), seed === undefined ? {} : { seed })
  const [alone] = await read(make(), 'train', 999_999, 1_000_000)
  expect((await read(make(), 'train', 999_990, 1_000_000)).at(-1)).toBe(alone)
  expect(await read(make(1), 'train', 999_999, 1_000_000)).not.toEqual([alone])
  expect(await read(make(), 'test', 0, 3)).not.toEqual(await read(make(), 'train', 0, 3))
})

test('splits have the type of their name, else validation', () => {
  const { splits } = listedTasks({ train: [1], validation: [], test: [2], hard: [3] })
  expect(Object.values(splits).map(({ type, count }) => [type, count])).toEqual([
    ['train', 1],
    ['validation', 0],
    ['test', 1],
    ['validation', 1],
  ])
})

test.for([
  [0, 5],
  [1, 5],
  [1000, 20],
  [300, 2_000],
  [3, 40_000],
] as const)('%i rows of %i characters are packed in pages and read back, each range the same', async ([count, size]) => {
  const rows = Array.from({ length: count }, (_, index): JsonObject => ({ index, text: 'é'.repeat(size), big: 2n ** 60n }))
  const packed = packRows(rows)
  expect(packed.count).toBe(count)
  for (const page of packed.pages) expect(page.length).toBeLessThan(17_000 + 2 * size)
  const again = JSON.parse(JSON.stringify({ splits: { train: packed } }))
  const tasks = packedTasks(again, z.object({ index: z.int(), text: z.string(), big: z.bigint() }))
  for (const [start, stop] of [
    [0, count],
    [0, Math.min(1, count)],
    [Math.floor(count / 3), Math.ceil(count / 2)],
    [Math.max(count - 1, 0), count],
  ] as const) {
    expect(await read(tasks, 'train', start, stop)).toEqual(rows.slice(start, stop))
  }
})

test('a row that is not of its schema is named', async () => {
  const tasks = packedTasks({ splits: { train: packRows([{ a: 1 }, { a: 'x' }]) } }, z.object({ a: z.int() }))
  await expect(async () => read(tasks, 'train', 0, 2)).rejects.toThrow(/Task 1 of split "train" is not of its schema at a: /)
})
