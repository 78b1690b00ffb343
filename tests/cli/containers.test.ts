import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { Player } from '../containers/player.ts'
import { startCommand, startServer, temporaryFolder } from './cli.ts'

/** wrangler takes a name that could be pulled only. */
const LOCAL_IMAGE = 'localhost:1/openenv-edge/stock:latest'
const NO_ENGINE = { DOCKER_HOST: 'unix:///nowhere/docker.sock' }

async function open(url: string, path: string): Promise<Player> {
  return Player.connect(new URL(url), path)
}

test('without an engine it says so, serves the light environments, and the others say what is missing', async () => {
  const server = await startServer(['serve', '--port', '0', '--memory'], { env: NO_ENGINE })
  const heavy = await open(server.url, '/envs/coding/ws')
  expect(await heavy.reset()).toMatchObject({ type: 'error', data: { message: expect.stringContaining('container') } })
  const light = await open(server.url, '/envs/grid_world/ws')
  expect(await light.reset()).toMatchObject({ type: 'observation' })
  for (const player of [heavy, light]) player.close()
})

test('a Dockerfile that needs buildx is refused in the builder’s lines, and with what to install', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'worker.ts'), WORKER)
  writeFileSync(join(cwd, 'wrangler.toml'), configuration('./Dockerfile'))
  writeFileSync(join(cwd, 'Dockerfile'), 'FROM scratch\nRUN --mount=type=cache,target=/x true\n')
  // Says what Docker 28.2.2 without buildx says.
  const said = 'Step 2/2 : RUN --mount=type=cache,target=/x true\nthe --mount option requires BuildKit.'
  const docker = join(cwd, 'docker.sh')
  writeFileSync(docker, `#!/bin/sh\n[ "$1" != build ] || { printf '%s\\n' '${said}' >&2; exit 1; }\n`, { mode: 0o755 })
  const words = ['serve', 'worker.ts', '--port', '0', '--memory']
  const { line } = startCommand(words, { cwd, env: { WRANGLER_DOCKER_BIN: docker } })
  expect(await line('will refuse')).toContain('(--no-containers: do not look): the image openenv-edge-mine-mine does not build:')
  expect([await line('Step 2/2'), await line('requires')]).toEqual(said.split('\n').map((text) => `  ${text}`))
  expect(await line('buildx')).toContain('needs buildx, which this Docker lacks: install docker-buildx')
  expect(await line('See all of it')).toMatch(/docker build --file \S*Dockerfile/)
})

test('--no-containers looks for no engine and says nothing of one', async () => {
  const server = await startServer(['serve', '--port', '0', '--memory', '--no-containers'], { env: NO_ENGINE })
  expect(server.readiness).toMatch(/^openenv-edge: http/)
  const light = await open(server.url, '/envs/grid_world/ws')
  expect(await light.reset()).toMatchObject({ type: 'observation' })
  light.close()
})

describeWithEngine('serve with an engine', { timeout: 180_000 }, () => {
  test('the bundled library plays in the box', async () => {
    const server = await startServer(['serve', '--port', '0', '--memory'])
    const player = await open(server.url, '/envs/coding/ws')
    expect(await player.reset()).toMatchObject({ type: 'observation' })
    expect(await player.step({ code: '6 * 7' })).toMatchObject({ data: { observation: { stdout: '42' } } })
    player.close()
  })

  test('a project’s own image is found, and one that cannot be had is named', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'worker.ts'), WORKER)
    docker('tag', 'openenv-edge-stock', LOCAL_IMAGE)
    writeFileSync(join(cwd, 'wrangler.toml'), configuration(LOCAL_IMAGE))
    const server = await startServer(['serve', 'worker.ts', '--port', '0', '--memory'], { cwd })
    const player = await open(server.url, '/envs/mine/ws')
    expect(await player.reset()).toMatchObject({ type: 'observation' })
    player.close()

    writeFileSync(join(cwd, 'wrangler.toml'), configuration('localhost:1/nobody/has-this:1'))
    const lacking = await startServer(['serve', 'worker.ts', '--port', '0', '--memory'], { cwd })
    const response = await fetch(`${lacking.url}/envs/mine/schema`)
    expect([response.status, await response.json()]).toMatchObject([503, { detail: expect.stringContaining('does not bind MINE') }])
  })
})

const WORKER = `
import { defineContainerEnvironment } from 'openenv-edge'
import { createWorker, ContainerProxy, EnvironmentSession, StockContainer } from 'openenv-edge/workers'
const environments = [defineContainerEnvironment({ name: 'mine', version: '1', image: 'mine', binding: 'MINE', env: { ENABLE_WEB_INTERFACE: 'false' } })]
export class Sessions extends EnvironmentSession { environments = environments }
export class Mine extends StockContainer {}
export { ContainerProxy }
export default createWorker({ environments })
`

function configuration(image: string): string {
  return [
    'name = "mine"',
    'main = "worker.ts"',
    'compatibility_date = "2026-11-01"',
    '[[containers]]',
    'class_name = "Mine"',
    `image = "${image}"`,
    '[[durable_objects.bindings]]',
    'name = "MINE"',
    'class_name = "Mine"',
    '[[migrations]]',
    'tag = "v1"',
    'new_sqlite_classes = ["Mine"]',
  ].join('\n')
}
