import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describe } from '../../core/index.ts'
import { boxLibrary, library } from '../../environments/index.ts'
import { prepareVenv, pythonOf } from '../../scripts/prepare-python.ts'
import { writeCards } from '../../scripts/write-cards.ts'
import { runScript } from './python.ts'

const FOLDER = join(import.meta.dirname, 'python/catalog')

function run(program: string, words: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stdout}${stderr}`)
  return stdout.trim()
}

test("OpenEnv's own catalogue has a card of each environment, without an issue", { timeout: 120_000 }, async () => {
  const repository = mkdtempSync(join(tmpdir(), 'openenv-edge-catalog-'))
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }))
  await writeCards(join(repository, 'envs'))
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-q', '-m', 'Cards'],
  ])
    run('git', words, repository)
  const places = run(pythonOf('0.10.0'), ['-c', 'import openenv; print(openenv.__file__)'])
  const interpreter = prepareVenv('catalog', join(FOLDER, 'requirements.txt'))
  const variables = { PYTHONPATH: [dirname(dirname(places)), process.env.PYTHONPATH].filter(Boolean).join(delimiter) }
  const [catalog] = await runScript(interpreter, join(FOLDER, 'build.py'), [repository], { variables })
  const { entries, issues, complete } = catalog as {
    entries: { data: { name: string; description: string } }[]
    issues: []
    complete: boolean
  }
  expect({ issues, complete }).toEqual({ issues: [], complete: true })
  const cards = Object.fromEntries(entries.map(({ data }) => [data.name, data.description]))
  expect(cards).toEqual(Object.fromEntries([...library, ...boxLibrary].map(describe).map(({ name, description }) => [name, description])))
})
