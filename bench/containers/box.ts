import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { STOCK_FOLDER } from '../cases.ts'

const run = promisify(execFile)
export const BENCH_IMAGE = 'openenv-edge-bench'
const PORT = 8000
const START_TIMEOUT_MS = 60_000

export async function docker(...words: string[]): Promise<string> {
  const { stdout } = await run('docker', words, { maxBuffer: 64 * 1024 ** 2 })
  return stdout.trim()
}

/** The newest box of a served runtime: `docker ps` lists it first. Those of sessions that have gone may be on their way out still. */
export async function findBox(runtimePid: number): Promise<string> {
  const names = await docker('ps', '--filter', `name=workerd-openenv-edge-run-${runtimePid}-EnvironmentBox-`, '--format', '{{.Names}}')
  const name = names.split('\n').find((one) => one !== '' && !one.endsWith('-proxy'))
  if (name === undefined) throw new Error('The runtime has started no box.')
  return name
}

/** Builds the image of the comparison: the box, with the stock server laid beside its own. */
export async function buildImage(): Promise<void> {
  await docker('build', '--quiet', '--tag', BENCH_IMAGE, '--file', join(STOCK_FOLDER, 'box.Dockerfile'), STOCK_FOLDER)
}

/** Starts the stock coding server in a box, beside the box's own. Returns where it answers. */
export async function startStockInside(box: string): Promise<string> {
  const server = ['/opt/stock/bin/python', '-m', 'uvicorn', 'coding_server:app', '--host', '0.0.0.0', '--port', String(PORT)]
  const paths = ['-e', 'PYTHONPATH=/opt/python/lib/python3.11/site-packages', '-e', 'ENABLE_WEB_INTERFACE=false']
  await docker('exec', '-d', '-w', '/opt/stock', ...paths, box, ...server)
  const address = await docker('inspect', '-f', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', `${box}-proxy`)
  await answers(`http://${address}:${PORT}/health`)
  return `ws://${address}:${PORT}/ws`
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await delay(50)
  }
  throw new Error(`${url} does not answer.`)
}
