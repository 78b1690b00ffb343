import { z } from 'zod'
import { defineEnvironment, generatedTasks } from '../core/index.ts'
import { carryOut } from './salvage/commands.ts'
import { buildShip, Ship } from './salvage/ship.ts'
import { describeRoom, INTRODUCTION } from './salvage/words.ts'

const MAX_STEPS = 100
const PARTS = 8
/** Hundredths of the score, so that sums of rewards are exact: 8 parts, 4 systems, and the way home. */
const PART_POINTS = 7
const SYSTEM_POINTS = 8
const HOME_POINTS = 12

const View = z.object({ score: z.number(), steps_left: z.int() }).meta({ title: 'SalvageState' })

/** How much is done, in hundredths. Never falls: what is installed stays. */
function pointsOf({ systems, hasLeft }: Ship): number {
  const missing = systems.reduce((total, system) => total + system.missing.length, 0)
  const running = systems.filter((system) => system.missing.length === 0).length
  return (PARTS - missing) * PART_POINTS + running * SYSTEM_POINTS + (hasLeft ? HOME_POINTS : 0)
}

/**
 * A long text adventure: explore a derelict ship, carry parts to the systems that lack them, come home, within 100 steps. The score
 * goes from 0 to 1 and each reward is its change. Luck is drawn step by step, so that forks of one state differ.
 */
export const salvage = defineEnvironment({
  name: 'salvage',
  version: '1',
  description: 'Restore a derelict ship within 100 text commands: explore, carry parts, install them, come home.',
  action: z.object({ command: z.string().max(200).describe('A verb and a noun, such as "go bridge"') }).meta({ title: 'SalvageAction' }),
  observation: z.object({ text: z.string(), score: z.number(), steps_left: z.int() }).meta({ title: 'SalvageObservation' }),
  state: Ship,
  view: {
    schema: View,
    from: (ship, episode) => ({ score: pointsOf(ship) / 100, steps_left: MAX_STEPS - (episode?.stepCount ?? 0) }),
  },
  maxSteps: MAX_STEPS,
  examples: [{ command: 'look' }, { command: 'open locker' }, { command: 'go bridge' }],

  tasks: generatedTasks({ train: 2000, validation: 200, test: 200 }, ({ rng }) => buildShip(rng)),

  reset({ rng, task }) {
    const ship = task?.data ?? buildShip(rng)
    return { state: ship, observation: { text: `${INTRODUCTION}\n\n${describeRoom(ship)}`, score: 0, steps_left: MAX_STEPS }, reward: 0 }
  },

  step(before, { command }, { rng, stepCount }) {
    const { ship, text } = carryOut(before, command, rng)
    const points = pointsOf(ship)
    return {
      state: ship,
      observation: { text, score: points / 100, steps_left: MAX_STEPS - stepCount - 1 },
      reward: (points - pointsOf(before)) / 100,
      done: ship.hasLeft,
    }
  },

  render: (ship) => ({ text: describeRoom(ship) }),
})
