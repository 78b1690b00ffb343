import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { runCli } from './cli.ts'
import { startCloudflare } from './cloudflare.ts'
import { createRegistry } from './cloudflare-registry.ts'
import { unpackPackage } from './project.ts'
import { writeSource } from './python-folder.ts'

/** Small: what is pushed is only looked at. */
const SOURCE = {
  'openenv.yaml': 'name: mine\n',
  Dockerfile: 'FROM scratch\nCOPY server /server\nEXPOSE 7860\nCMD ["/server", "--port", "7860"]\n',
  server: 'a program',
}

/** A Docker without the plugin that wrangler's flags of `build` are for, as Debian's is. */
const PLAIN_DOCKER = `#!/bin/bash
words=()
for word in "$@"; do case "$word" in --load | --provenance=false) ;; *) words+=("$word") ;; esac; done
exec docker "\${words[@]}"
`

describeWithEngine('deploying a container', { timeout: 300_000 }, () => {
  test('an imported project’s image is built, pushed under its digest, and its application made with the worker', async () => {
    const { env, url, account } = await startCloudflare()
    const registry = await createRegistry()
    onTestFinished(() => registry.stop())
    const { folder: cwd, bin } = unpackPackage()
    expect(await runCli(['import', writeSource(SOURCE), '--out', 'mine'], { cwd, bin })).toMatchObject({ code: 0, stderr: '' })
    const project = join(cwd, 'mine')
    writeFileSync(join(cwd, 'docker'), PLAIN_DOCKER)
    chmodSync(join(cwd, 'docker'), 0o755)

    const tools = { WRANGLER_DOCKER_BIN: join(cwd, 'docker'), DOCKER_CONFIG: cwd, CLOUDFLARE_CONTAINER_REGISTRY: registry.host }
    const withoutDocker = { ...env, ...tools, WRANGLER_DOCKER_BIN: '/nowhere/docker' }
    const refused = await runCli(['deploy', '--public', '--url', url], { cwd: project, bin, env: withoutDocker })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('built by Docker, which does not answer. Start it')])
    expect(account.uploads).toEqual([])

    const deployed = await runCli(['deploy', '--public', '--url', url], { cwd: project, bin, env: { ...env, ...tools } })
    onTestFinished(() => void docker('rmi', '-f', ...docker('images', '-q', `${registry.host}/account/*`).split('\n')))
    expect([deployed.code, deployed.stderr]).toEqual([0, ''])

    const [name = ''] = registry.manifests.keys()
    const [image = ''] = [...registry.manifests.keys()].filter((key) => key.includes('@'))
    expect([name, registry.blobs.size]).toEqual([expect.stringMatching(/^account\/mine-imported:/), 2])
    expect(account.latest?.metadata).toMatchObject({ containers: [{ class_name: 'Imported' }], migrations: { new_tag: 'v1' } })
    expect(account.applications).toMatchObject([
      {
        name: 'mine-imported',
        max_instances: 20,
        configuration: { image: `${registry.host}/${image}`, instance_type: 'basic' },
        durable_objects: { namespace_id: 'id-Imported' },
      },
    ])
    expect(account.unknown).toEqual([])
  })
})
