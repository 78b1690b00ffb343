import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { packedTasks } from '../../core/index.ts'
import { runCli, temporaryFolder } from './cli.ts'
import { type HubData, startHub } from './hub-server.ts'

const REVISION = '0123456789abcdef0123456789abcdef01234567'
const QUESTIONS = Array.from({ length: 700 }, (_, index) => ({ question: `Was ist ${index} + 1?`, answer: index + 1 }))

const SUMS: HubData = {
  name: 'someone/sums',
  revision: REVISION,
  files: {
    'README.md': '# Sums',
    'data/train-00000-of-00002.parquet': parquetOf(QUESTIONS.slice(0, 300)),
    'data/train-00001-of-00002.parquet': parquetOf(QUESTIONS.slice(300, 500)),
    'data/test.jsonl.gz': new Uint8Array(
      gzipSync(
        QUESTIONS.slice(500)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      ),
    ),
    'data/hard set.csv': 'question,answer\r\n"Was ist ""2"" + 2,\nin Zahlen?",4\r\nNichts,0\r\n',
    'data/wide.json': '[{"question":"Lang?","answer":12345678901234567890}]',
  },
}

function parquetOf(rows: typeof QUESTIONS): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'question', data: rows.map(({ question }) => question), type: 'STRING' },
        { name: 'answer', data: rows.map(({ answer }) => BigInt(answer)), type: 'INT64' },
      ],
    }),
  )
}

const FILES = 'train=data/train-*.parquet,test=data/test.jsonl.gz,hard=data/hard set.csv,wide=data/wide.json'
const ASK = ['tasks', SUMS.name, '--revision', REVISION]

async function readFile(file: string) {
  const { splits } = packedTasks(JSON.parse(readFileSync(file, 'utf8')), z.object({ question: z.string(), answer: z.coerce.bigint() }))
  return (split: string) => splits[split]?.read(0, splits[split]?.count ?? 0)
}

test('rows of every kind of file become tasks, in the order of the data set, and a second run asks for nothing', async () => {
  const cwd = temporaryFolder()
  const hub = await startHub(SUMS)
  const words = [...ASK, '--files', FILES, '--json']
  const first = await runCli(words, { cwd, env: { HF_ENDPOINT: hub.url } })
  const splits = { train: 500, test: 200, hard: 2, wide: 1 }
  expect([first.stderr, JSON.parse(first.stdout)]).toEqual(['', { file: 'tasks.json', fetched: true, splits }])
  const read = await readFile(join(cwd, 'tasks.json'))
  const expected = QUESTIONS.map(({ question, answer }) => ({ question, answer: BigInt(answer) }))
  expect(await read('train')).toEqual(expected.slice(0, 500))
  expect(await read('test')).toEqual(expected.slice(500))
  expect(await read('hard')).toEqual([
    { question: 'Was ist "2" + 2,\nin Zahlen?', answer: 4n },
    { question: 'Nichts', answer: 0n },
  ])
  expect(await read('wide')).toEqual([{ question: 'Lang?', answer: 12345678901234567890n }])

  const bytes = readFileSync(join(cwd, 'tasks.json'), 'utf8')
  const count = hub.asked.length
  expect(JSON.parse((await runCli(words, { cwd, env: { HF_ENDPOINT: hub.url } })).stdout)).toMatchObject({ fetched: false, splits })
  expect([hub.asked.length, readFileSync(join(cwd, 'tasks.json'), 'utf8')]).toEqual([count, bytes])
  const elsewhere = temporaryFolder()
  await runCli(words, { cwd: elsewhere, env: { HF_ENDPOINT: hub.url } })
  expect(readFileSync(join(elsewhere, 'tasks.json'), 'utf8')).toBe(bytes)
})

test('columns and a limit keep what is asked for, and no file is fetched beyond it', async () => {
  const cwd = temporaryFolder()
  const hub = await startHub(SUMS)
  const words = [...ASK, '--files', 'train=data/train-*.parquet', '--columns', 'question', '--limit', '7', '--out', 'few.json']
  expect(await runCli(words, { cwd, env: { HF_ENDPOINT: hub.url } })).toEqual({
    code: 0,
    stdout: 'openenv-edge: few.json is written: train 7.\n',
    stderr: '',
  })
  expect(JSON.parse(readFileSync(join(cwd, 'few.json'), 'utf8')).splits.train.pages.flatMap(JSON.parse)).toEqual(
    QUESTIONS.slice(0, 7).map(({ question }) => ({ question })),
  )
  expect(hub.asked.filter((path) => path.includes('train-00001'))).toEqual([])
})

test('a data set that needs a token is read with HF_TOKEN', async () => {
  const cwd = temporaryFolder()
  const { url } = await startHub({ ...SUMS, token: 'secret' })
  const words = [...ASK, '--files', 'test=data/test.jsonl.gz']
  const closed = await runCli(words, { cwd, env: { HF_ENDPOINT: url, HF_TOKEN: '' } })
  expect([closed.code, closed.stderr]).toEqual([1, expect.stringContaining('Set HF_TOKEN to a token that may read it.')])
  expect(await runCli(words, { cwd, env: { HF_ENDPOINT: url, HF_TOKEN: 'secret' } })).toMatchObject({ code: 0 })
})

test.for([
  [['--revision', 'main'], 2, '--revision takes the 40 digits of a commit, not "main"'],
  [['--files', 'train'], 2, '--files takes split=path pairs'],
  [['--files', 'train=data/nope.*'], 1, 'matches "data/nope.*". Its data: data/train-00000-of-00002.parquet,'],
  [['--files', 'train=README.md'], 1, 'README.md is of no kind that can be read'],
  [['--files', 'train=data/wide.json', '--columns', 'nope'], 1, 'there is no column "nope", only question, answer'],
  [['--revision', 'f'.repeat(40)], 1, 'The hub has no data set someone/sums at ffff'],
  [['--files', 'test=data/test.jsonl.gz', '--out', 'mine.txt'], 1, 'mine.txt is no data file of tasks, and stays.'],
] as const)('with %j it fails with %i and says why, and writes nothing', async ([words, code, message]) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'mine.txt'), 'mine')
  const { url } = await startHub(SUMS)
  const asked = [...ASK, '--files', 'train=data/train-*.parquet', ...words]
  const finished = await runCli(asked, { cwd, env: { HF_ENDPOINT: url } })
  expect(finished).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) })
  expect(readdirSync(cwd)).toEqual(['mine.txt'])
})

test('a file that arrives damaged is refused', async () => {
  const cwd = temporaryFolder()
  const { url } = await startHub(SUMS, { damages: 'data/test.jsonl.gz' })
  const { code, stderr } = await runCli([...ASK, '--files', 'test=data/test.jsonl.gz'], { cwd, env: { HF_ENDPOINT: url } })
  expect([code, stderr]).toEqual([1, expect.stringContaining('arrived damaged')])
})
