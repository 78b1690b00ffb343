import { expect, test } from 'vitest'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { type Frame, Player } from '../containers/player.ts'
import { ServedWorker } from '../containers/served-worker.ts'

/** Starting a container for each takes many minutes on two cores: run where it is asked for, `INTEROP_BOX_CLIENTS=256`. */
const CLIENTS = Number(process.env.INTEROP_BOX_CLIENTS ?? 0)
const MAX_BOXES = 8
const STEPS = 3
/** After which nothing may be left of clients that vanished. */
const GONE_WITHIN_MS = 120_000

describeWithEngine('more clients than containers', { timeout: 1_500_000 }, () => {
  test.skipIf(CLIENTS === 0)(
    `${CLIENTS} clients queue on 8 containers, all finish, and two minutes after they vanish no container is left`,
    async () => {
      const worker = await ServedWorker.start({ OPENENV_MAX_BOXES: String(MAX_BOXES) })
      try {
        let most = 0
        const played = await Promise.all(
          Array.from({ length: CLIENTS }, async (_, index) => {
            const player = await Player.connect(worker.url, '/envs/probe/ws')
            await resetUntilAdmitted(player)
            most = Math.max(most, worker.containers().length)
            const said: unknown[] = []
            for (let step = 0; step < STEPS; step++) {
              const { data } = await player.step({ text: `echo ${index}.${step} >> mine; cat mine` })
              said.push(data.observation?.stdout)
            }
            // It vanishes: no close frame, no goodbye.
            player.vanish()
            return said.at(-1)
          }),
        )
        const vanishedAt = performance.now()
        expect(played).toEqual(Array.from({ length: CLIENTS }, (_, index) => `${index}.0\n${index}.1\n${index}.2\n`))
        expect(most).toBeLessThanOrEqual(MAX_BOXES)
        const left = () => docker('ps', '-a', '--filter', `name=workerd-${worker.name}-`, '--format', '{{.Names}}')
        await expect.poll(left, { timeout: GONE_WITHIN_MS, interval: 1_000 }).toBe('')
        console.log(`most at once ${most}, gone ${Math.round((performance.now() - vanishedAt) / 1000)} s after the last client`)
      } finally {
        await worker.stop()
      }
    },
  )
})

/** A client that waits longer than a reset may take asks again, as the answer says. */
async function resetUntilAdmitted(player: Player): Promise<void> {
  for (;;) {
    const answer: Frame = await player.reset()
    if (answer.type === 'observation') return
    expect(answer).toMatchObject({ data: { code: 'CAPACITY_REACHED' } })
  }
}
