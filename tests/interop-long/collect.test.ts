import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareVenv, pythonOf } from '../../scripts/prepare-python.ts'
import { firstLegal, startChatServer } from '../cli/chat-server.ts'
import { runCli, startServer, temporaryFolder } from '../cli/cli.ts'

const FOLDER = join(import.meta.dirname, '../interop/python/collect')
/** With a checkout of OpenEnv its own package of the games is collected with, not ours of the same shape. */
const GAMES = process.env.OPENENV_CHECKOUT === undefined ? FOLDER : join(process.env.OPENENV_CHECKOUT, 'envs')
const MODEL = ['--model', 'scripted', '--keep-losses', '--max-turns', '9']

function python(words: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(interpreter, words, { encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

const interpreter = prepareVenv('collect', join(FOLDER, 'requirements.txt'))
const env = { ...process.env, OPENAI_API_KEY: 'none', PYTHONPATH: [sitePackages(), GAMES].join(delimiter), PYTHONDONTWRITEBYTECODE: '1' }

/** The stock wheel and its dependencies, which the venv of this test has not. */
function sitePackages(): string {
  const code = 'import openenv, pydantic; print(openenv.__file__, pydantic.__file__, sep="\\n")'
  const { stdout } = spawnSync(pythonOf('0.10.0'), ['-c', code], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((file) => dirname(dirname(file)))
    .join(delimiter)
}

/** Runs without blocking: the model that it asks is in this process. */
async function openenvCollect(words: readonly string[]): Promise<void> {
  const child = spawn(interpreter, ['-m', 'openenv.cli', 'collect', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(output)
}

test.each([
  ['tic_tac_toe', 'tic_tac_toe_first'],
  ['cliff_walking', 'cliff_walking'],
])(
  'what `openenv collect` writes of %s is what we write, line for line',
  async (game, name) => {
    const cwd = temporaryFolder()
    const chat = await startChatServer(firstLegal)
    const { url } = await startServer(['serve', '--port', '0', '--memory', '--no-containers'])
    const environment = `${url}/envs/${name}`
    await openenvCollect([
      `openspiel:${game}`,
      '--base-url',
      environment,
      '-o',
      join(cwd, 'theirs'),
      '-n',
      '3',
      '--llm-endpoint',
      chat.url,
      ...MODEL,
    ])
    const theirModel = chat.requests.length
    const words = ['--episodes', '3', '--parallel', '1', '--policy', 'openai', '--endpoint', chat.url, '--out', 'ours', ...MODEL]
    expect(await runCli(['collect', environment, ...words], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'ours/results.jsonl'), 'utf8')).toBe(readFileSync(join(cwd, 'theirs/results.jsonl'), 'utf8'))
    expect(chat.requests.length).toBe(2 * theirModel)
  },
  300_000,
)

test('`datasets` loads what was collected of each kind of environment, from the folder', async () => {
  const cwd = temporaryFolder()
  const { url } = await startServer(['serve', '--port', '0', '--memory', '--no-containers'])
  for (const name of ['grid_world', 'catch', 'echo', 'wordle', 'chess']) {
    const words = ['collect', `${url}/envs/${name}`, '--out', name, '--episodes', '5', '--max-turns', '6', '--keep-losses']
    expect(await runCli(words, { cwd })).toMatchObject({ code: 0, stderr: '' })
    const code = `import datasets; rows = datasets.load_dataset(${JSON.stringify(join(cwd, name))}, split="train", cache_dir=${JSON.stringify(join(cwd, 'cache'))}); print(len(rows), sorted(rows["episode_id"])[-1], rows[0]["messages"][0]["role"])`
    expect(python(['-c', code])).toMatchObject({ status: 0, output: expect.stringContaining('5 ep-000004 user') })
  }
}, 300_000)
