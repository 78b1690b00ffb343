import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type Request, Response } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

describeWithEngine('what a box may reach', { timeout: 120_000 }, () => {
  const name = `openenv-edge-test-${randomUUID()}`
  let worker: ServedWorker
  let host: string
  beforeAll(async () => {
    // On a network of its own: the public sidecar image leaves the engine's own network alone.
    docker('network', 'create', name)
    docker('run', '-d', '--rm', '--name', name, '--network', name, 'openenv-edge-stock', 'python3', '-m', 'http.server', '80')
    host = docker('inspect', '-f', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', name)
    while (!(await isUp(`http://${host}/`)));
    worker = await ServedWorker.start({}, { openHost: host, internet })
  })
  afterAll(async () => {
    await worker?.stop()
    docker('rm', '-f', name)
    docker('network', 'rm', name)
  })

  async function run(environment: string, text: string): Promise<string> {
    const player = await Player.connect(worker.url, `/envs/${environment}/ws`)
    await player.reset()
    const { data } = await player.step({ text })
    player.close()
    return String(data.observation?.stdout)
  }

  /** What the host has seen, the first request being the wait for its start. */
  function visits(): number {
    return spawnSync('docker', ['logs', name], { encoding: 'utf8' }).stderr.split('"GET / ').length - 1
  }

  test('the same host answers an environment that is allowed to reach it, and stays unseen by one that is not', async () => {
    const command = `curl -s -m 5 -o /dev/null -w '%{http_code}' http://${host}/`
    expect(await run('probe_open', command)).toBe('200')
    expect(await run('probe', command)).toBe('000')
    expect(visits()).toBe(2)
  })

  test('an allowed host opens no other: by address, by port, by name or by datagram', async () => {
    const python = [
      'import socket',
      'def attempt(kind, address, data):',
      '    s = socket.socket(socket.AF_INET, kind); s.settimeout(1)',
      '    try:',
      '        s.connect(address); s.send(data); return bool(s.recv(1))',
      '    except OSError: return False',
      "get = b'GET / HTTP/1.0\\r\\n\\r\\n'",
      "print(attempt(1, ('172.17.0.1', 22), get), attempt(1, ('1.1.1.1', 443), get), attempt(2, ('1.1.1.1', 123), get))",
    ].join('\n')
    const command = `python3 -c "${python}"; curl -s -m 2 -o /dev/null -w '%{http_code}' http://example.com/`
    expect(await run('probe_open', command)).toBe('False False False\n520')
    expect(await run('probe', command)).toBe('False False False\n000')
  })

  test('HTTPS to an allowed host is believed by programs in the box and asked by the worker; another host is refused', async () => {
    const python = `python3 -c 'import urllib.request as u; print(u.urlopen("https://open.test/b?c=1", timeout=5).read().decode())'`
    const command = `curl -sS https://open.test/a; echo; ${python}; curl -s -m 5 -o /dev/null -w '%{http_code}' https://other.test/`
    expect(await run('probe_open', command)).toBe('worker GET https://open.test/a\nworker GET https://open.test/b?c=1\n520')
    expect(await run('probe', `curl -s -m 5 -o /dev/null https://open.test/; echo $?`)).toBe('6\n')
  })
})

/** The host that has a name instead of an address is not there: what the worker asks of it is its answer. */
async function internet({ method, url }: Request): Promise<Response> {
  if (new URL(url).hostname === 'open.test') return new Response(`worker ${method} ${url}`)
  return new Response(await (await fetch(url)).text())
}

function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
