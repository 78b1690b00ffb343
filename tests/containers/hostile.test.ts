import { afterAll, beforeAll, expect, test } from 'vitest'
import { docker } from './docker.ts'
import { describeWithEngine } from './engine.ts'
import { ATTEMPTS, type Attempt, OTHERS_SECRET } from './hostile.ts'
import { type Frame, Player } from './player.ts'
import { ServedWorker } from './served-worker.ts'

/** What a step may take beyond its own limit. */
const GRACE_MS = 15_000

describeWithEngine('hostile code in a box', { timeout: 120_000 }, () => {
  let worker: ServedWorker
  let hostile: Player
  let other: Player
  let started: string
  beforeAll(async () => {
    worker = await ServedWorker.start()
    other = await Player.connect(worker.url, '/envs/probe/ws')
    await other.reset()
    await other.step({ text: `echo ${OTHERS_SECRET} > secret` })
    hostile = await Player.connect(worker.url, '/envs/probe/ws')
    await hostile.reset()
    started = docker('inspect', '-f', '{{.State.StartedAt}}', ...worker.containers())
  })
  afterAll(async () => {
    hostile?.close()
    other?.close()
    await worker?.stop()
  })

  function observed({ data }: Frame) {
    return data.observation as unknown as { stdout: string; exit_code: number; limit: string | null; truncated: boolean }
  }

  async function attempt({ text, op, timeoutMs = 10_000, expected }: Attempt): Promise<void> {
    const from = performance.now()
    const answer = await hostile.step({ op: op ?? 'run', text, timeoutMs })
    expect(answer).toMatchObject({ type: 'observation', data: { done: false } })
    expect(performance.now() - from).toBeLessThan(timeoutMs + GRACE_MS)
    const { stdout, ...rest } = expected
    expect(observed(answer)).toMatchObject(rest)
    if (stdout !== undefined) expect(observed(answer).stdout).toMatch(stdout)
  }

  /** The next step finds the box as usual, or at least able to answer: what the session did to its own files is its own. */
  async function expectAlive(): Promise<void> {
    expect(observed(await hostile.step({ text: 'cd /; /bin/echo alive; pgrep -cu "$(id -u)" sleep' }))).toMatchObject({
      stdout: 'alive\n0\n',
      limit: null,
    })
    expect(observed(await other.step({ text: 'cat secret' })).stdout).toBe(`${OTHERS_SECRET}\n`)
  }

  test.each(ATTEMPTS.map((one) => [one.name, one] as const))(
    '%s: its session is answered, the next step works, no other notices',
    async (_name, one) => {
      await attempt(one)
      await expectAlive()
      await hostile.step({ text: 'chmod 755 /home/user; rm -rf /workspace/* /tmp/* /dev/shm/*; cd /home/user && rm -rf d l s bin' })
    },
  )

  test('after all of it a reset finds a clean box in the same containers, and the host has not noticed', async () => {
    expect(observed(await hostile.step({ text: 'chmod 000 /home/user; echo closed' })).stdout).toBe('closed\n')
    expect(observed(await hostile.step({ text: 'true' })).exit_code).toBe(126)
    expect(await hostile.reset()).toMatchObject({ type: 'observation' })
    expect(
      observed(await hostile.step({ text: 'find . /tmp /workspace -type f ! -name ".*" | head; grep -c "exit 9" .bashrc' })).stdout,
    ).toBe('0\n')
    expect(docker('inspect', '-f', '{{.State.StartedAt}}', ...worker.containers())).toBe(started)
  })
})
