import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli, temporaryFolder } from '../cli/cli.ts'
import { COUNTER, play } from '../cli/counter.ts'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'

describeWithEngine('a self-hosted build', { timeout: 300_000 }, () => {
  test('runs in a container without Cloudflare, asks for its token, and keeps named sessions on its volume', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'counter.ts'), COUNTER)
    expect(await runCli(['build', 'counter.ts', '--self-host'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    const image = `openenv-edge-test-${randomUUID()}`
    docker('build', '--quiet', '--network', 'host', '--build-arg', 'BASE=openenv-edge-box', '-t', image, join(cwd, 'build'))
    docker('volume', 'create', image)
    onTestFinished(() => {
      docker('rm', '-f', image)
      docker('volume', 'rm', image)
      docker('rmi', '-f', image)
    })
    const open = await start(image)
    expect(await play(`${open}/envs/counter/s/run-7`, ['reset', 'step', 'step'])).toEqual([0, 1, 2])
    docker('rm', '-f', image)

    const again = await start(image)
    expect(await play(`${again}/envs/counter/s/run-7`, ['step'])).toEqual([3])
    docker('rm', '-f', image)

    const closed = await start(image, '--env', 'OPENENV_TOKENS=secret-token-of-the-test')
    expect((await fetch(`${closed}/envs/counter/schema`)).status).toBe(401)
    expect((await fetch(`${closed}/t/secret-token-of-the-test/envs/counter/schema`)).status).toBe(200)
  })
})

async function start(image: string, ...options: string[]): Promise<string> {
  docker('run', '--detach', '--name', image, '--volume', `${image}:/data`, '--publish', '127.0.0.1::8000', ...options, image)
  const url = `http://${docker('port', image, '8000')}`
  await expect
    .poll(
      () =>
        fetch(`${url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  return url
}
