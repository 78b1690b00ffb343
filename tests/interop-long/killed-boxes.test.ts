import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { docker } from '../containers/docker.ts'
import { describeWithEngine } from '../containers/engine.ts'
import { type Frame, Player } from '../containers/player.ts'
import { ServedWorker } from '../containers/served-worker.ts'
import { createRandom } from '../interop/random.ts'

/** `INTEROP_BOX_EPISODES=30` takes some minutes. */
const EPISODES = Number(process.env.INTEROP_BOX_EPISODES ?? 6)
const SEED = 20_261_130
const AT_ONCE = 5
const LATEST_KILL_MS = 1_500

const run = promisify(execFile)

describeWithEngine('containers that are killed at any moment', { timeout: 600_000 }, () => {
  test(`in ${EPISODES} episodes no fault is taken for an answer, the session keeps its own state, and a reset goes on`, async () => {
    const worker = await ServedWorker.start()
    const random = createRandom(SEED)
    /** Plays until its container is gone, and tells what the client was told from then on. */
    async function play(index: number): Promise<unknown[]> {
      const player = await Player.connect(worker.url, '/envs/terminus/ws')
      const say = (command: string): Promise<Frame> => player.step({ type: 'call_tool', tool_name: 'terminal', arguments: { command } })
      await player.reset({ setup: `touch /tmp/of-${index}` })
      const name = await containerWith(worker.containers(), `/tmp/of-${index}`)
      const killing = delay(random.next() * LATEST_KILL_MS).then(() =>
        run('docker', [...(index % 2 === 0 ? ['kill'] : ['stop', '-t', '0']), name]),
      )
      let steps = 0
      let answer = await say('echo 0')
      for (; answer.type === 'observation'; answer = await say(`sleep ${random.next() / 4}; echo ${steps}`)) {
        expect(answer.data).toMatchObject({ done: false, observation: { result: { data: String(steps) } } })
        steps++
      }
      await killing
      const { data } = await player.ask('state')
      const told = [answer.data.code, (await say('true')).data.code, data.step_count === steps, (await player.reset()).type]
      const fresh = await say('ls /tmp')
      player.vanish()
      return [...told, fresh.data.observation?.result]
    }
    try {
      const told: unknown[] = []
      for (let first = 0; first < EPISODES; first += AT_ONCE) {
        const indexes = Array.from({ length: Math.min(AT_ONCE, EPISODES - first) }, (_, index) => first + index)
        told.push(...(await Promise.all(indexes.map(play))))
      }
      const wanted = ['CONTAINER_LOST', 'CONTAINER_LOST', true, 'observation', expect.objectContaining({ data: '(no output)' })]
      expect(told).toEqual(Array(EPISODES).fill(wanted))
      const left = () => docker('ps', '-aq', '--filter', `name=workerd-${worker.name}-`)
      await expect.poll(left, { timeout: 60_000, interval: 500 }).toBe('')
    } finally {
      await worker.stop()
    }
  })
})

async function containerWith(names: readonly string[], file: string): Promise<string> {
  for (const name of names) {
    const isThere = await run('docker', ['exec', name, 'ls', file]).then(
      () => true,
      () => false,
    )
    if (isThere) return name
  }
  throw new Error(`No container holds ${file}.`)
}
