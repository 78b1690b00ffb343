import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCli, startServer, temporaryFolder } from '../cli/cli.ts'
import { writeSource } from '../cli/python-folder.ts'
import { LAYOUTS } from '../cli/python-layouts.ts'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { Player } from '../containers/player.ts'

/**
 * What strangers build on is in registries that CI does not reach, and what they install takes minutes: here an image that has it all
 * takes the place of each base, and three layouts stand for the others. IMPORTED=all plays every one, IMPORTED=own on the bases they name.
 */
const asked = process.env.IMPORTED ?? 'some'
const BASE = 'openenv-edge-test-python'
const SOME = /^(openenv init 0\.4|app\.main:app|a subfolder that)/
const FOREIGN = /^an? (verifiers|ORS) environment/
const layouts = LAYOUTS.filter(({ title }) => (asked === 'some' ? SOME.test(title) : asked === 'own' || !FOREIGN.test(title)))

describeWithEngine('an imported environment is built, served and played', { timeout: 600_000 }, () => {
  beforeAll(() => {
    if (asked !== 'own') docker('build', '--quiet', '-t', BASE, join(import.meta.dirname, 'imported'))
  })

  test.each(layouts)('$title', async ({ files, found, played: { over, ...played } = {} }) => {
    const cwd = temporaryFolder()
    const name = `t${randomUUID().slice(0, 8)}`
    const words = ['import', writeSource(files), '--out', 'made', '--name', name]
    expect(await runCli(words, { cwd })).toMatchObject({ code: 0, stderr: '' })
    onTestFinished(() => void docker('rmi', '-f', `openenv-edge-${name}-imported`))
    const project = join(cwd, 'made')
    if (asked !== 'own') rebase(join(project, 'source', found.dockerfile))

    const { url } = await startServer(['serve', 'worker.ts', '--port', '0', '--memory'], { cwd: project })
    const turn = await play(`${url}/envs/${name}`, over, played.action ?? { message: 'hi' })
    expect(turn).toMatchObject(played.turn ?? { observation: { heard: 'hi' }, reward: 1, done: false })
  })
})

async function play(base: string, over: 'http' | undefined, action: object): Promise<unknown> {
  if (over === 'http') {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${base}/reset`, { method: 'POST', headers, body: '{}' })
    return (await fetch(`${base}/step`, { method: 'POST', headers, body: JSON.stringify({ action }) })).json()
  }
  const player = await Player.connect(new URL(base), `${new URL(base).pathname}/ws`)
  onTestFinished(() => player.close())
  expect(await player.reset()).toMatchObject({ type: 'observation' })
  return (await player.step(action)).data
}

function rebase(dockerfile: string): void {
  const text = readFileSync(dockerfile, 'utf8')
  writeFileSync(dockerfile, text.replace(/^(FROM |ARG \w+=)(ghcr\.io|python:)\S+/gm, `$1${BASE}`))
}
