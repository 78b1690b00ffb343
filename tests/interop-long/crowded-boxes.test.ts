import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { type Frame, Player } from '../containers/player.ts'
import { ServedWorker } from '../containers/served-worker.ts'

/** A container starts for each, about one a second on two cores: `INTEROP_BOX_CLIENTS=256` takes some minutes. */
const CLIENTS = Number(process.env.INTEROP_BOX_CLIENTS ?? 16)
const MAX_BOXES = 8
const STEPS = 3
/** After which nothing may be left of clients that vanished. */
const GONE_WITHIN_MS = 120_000

describeWithEngine('more clients than containers', { timeout: 1_500_000 }, () => {
  test(`${CLIENTS} clients queue on ${MAX_BOXES} containers, all finish, and soon after they vanish no container is left`, async () => {
    const worker = await ServedWorker.start({ OPENENV_MAX_BOXES: String(MAX_BOXES) })
    let most = 0
    /** Plays a short episode and vanishes: no close frame, no goodbye. */
    async function play(index: number): Promise<unknown> {
      const player = await Player.connect(worker.url, '/envs/probe/ws')
      await resetUntilAdmitted(player)
      most = Math.max(most, worker.containers().length)
      let last: unknown
      for (let step = 0; step < STEPS; step++) {
        const { data } = await player.step({ text: `echo ${index}.${step} >> mine; cat mine` })
        last = data.observation?.stdout
      }
      player.vanish()
      return last
    }
    try {
      const before = performance.now()
      // Some go before their container is there: its start and its end meet.
      const hasty = Array.from({ length: CLIENTS / 4 }, (_, index) => vanishDuringReset(worker.url, index * 100))
      const played = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => play(index)))
      await Promise.all(hasty)
      const finishedAt = performance.now()
      expect(played).toEqual(Array.from({ length: CLIENTS }, (_, index) => `${index}.0\n${index}.1\n${index}.2\n`))
      expect(most).toBeLessThanOrEqual(MAX_BOXES)
      const left = () => docker('ps', '-a', '--filter', `name=workerd-${worker.name}-`, '--format', '{{.Names}}')
      await expect.poll(left, { timeout: GONE_WITHIN_MS, interval: 1_000 }).toBe('')
      const [took, gone] = [finishedAt - before, performance.now() - finishedAt].map((ms) => Math.round(ms / 1000))
      console.log(`${CLIENTS} clients in ${took} s, most containers at once ${most}, none ${gone} s after the last client`)
    } finally {
      await worker.stop()
    }
  })
})

async function vanishDuringReset(server: URL, afterMs: number): Promise<void> {
  const player = await Player.connect(server, '/envs/probe/ws')
  player.reset().catch(() => {})
  await delay(afterMs)
  player.vanish()
}

/** A client that waits longer than a reset may take asks again, as the answer says. */
async function resetUntilAdmitted(player: Player): Promise<void> {
  for (;;) {
    const answer: Frame = await player.reset()
    if (answer.type === 'observation') return
    expect(answer).toMatchObject({ data: { code: 'CAPACITY_REACHED' } })
  }
}
