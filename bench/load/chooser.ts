import { z } from 'zod'
import type { LoadPlan } from './plan.ts'

/** The step frame that follows an answer; undefined when the episode is over and a reset is due. */
export type Chooser = (answer: string) => string | undefined

const Answer = z.object({ data: z.object({ observation: z.record(z.string(), z.unknown()), done: z.boolean() }) })
const Listed = z.array(z.union([z.string(), z.number()]))

/** A stride that visits a list of choices in no order that favours its start. */
const STRIDE = 7

/** How one session plays a plan. Every session chooses alike, so that all servers play alike games. */
export function createChooser({ play }: LoadPlan): Chooser {
  let next = 0
  if ('script' in play) {
    const { script } = play
    return (answer) => {
      const frame = answer.includes('"done":true') ? undefined : script[next]
      next = frame === undefined ? 0 : next + 1
      return frame
    }
  }
  const { from, to, rest } = play
  return (answer) => {
    const { observation, done } = Answer.parse(JSON.parse(answer)).data
    const choices = done ? [] : Listed.parse(observation[from])
    if (choices.length === 0) return undefined
    const choice = choices[(next++ * STRIDE) % choices.length]
    return JSON.stringify({ type: 'step', data: { ...rest, [to]: choice } })
  }
}
