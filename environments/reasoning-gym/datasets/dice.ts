import { defineDataset, Float } from '../dataset.ts'
import { assert } from '../python.ts'
import { gcdOf } from './divisors.ts'

/** Ways to roll at least `target`, and all ways. */
function waysOf(dice: readonly number[], target: number): [bigint, bigint] {
  let ways = new Map([[0, 1n]])
  for (const sides of dice) {
    const next = new Map<number, bigint>()
    for (const [sum, count] of ways) {
      for (let face = 1; face <= sides; face++) next.set(sum + face, (next.get(sum + face) ?? 0n) + count)
    }
    ways = next
  }
  const good = [...ways].reduce((total, [sum, count]) => (sum >= target ? total + count : total), 0n)
  return [good, dice.reduce((product, sides) => product * BigInt(sides), 1n)]
}

export const dice = defineDataset({
  name: 'dice',
  configClass: 'DiceConfig',
  config: { num_dice: 4, max_dice_size: 20 },
  check({ num_dice, max_dice_size }) {
    assert(num_dice >= 1, 'num_dice must be gte 1')
    assert(max_dice_size >= 2, 'max_dice_size must be gte 2')
  },
  item(rng, { num_dice, max_dice_size }) {
    const others = Array.from({ length: num_dice - 1 }, () => (max_dice_size > 2 ? rng.randint(2, max_dice_size - 1) : 2))
    const sizes = [max_dice_size, ...others].sort((a, b) => b - a)
    const span = sizes.reduce((sum, sides) => sum + sides, 0) - num_dice
    const target = rng.randint(num_dice + Math.floor(span / 3), num_dice + Math.floor((2 * span) / 3))
    const [good, all] = waysOf(sizes, target)
    const common = gcdOf(good, all)
    const [num, den] = [good / common, all / common]
    const dice_str = sizes.map((sides) => `1d${sides}`).join(', ')
    return {
      question: `I have these dice: ${dice_str}. What are the odds of rolling ${target} or higher? (Assume that all dice are rolled at once, and that '1d6' represents one roll of a 6-sided dice.) Please respond with a reduced fraction representing the probability [ex., 1/60].`,
      answer: `${num}/${den}`,
      metadata: {
        puzzle: { dice_str, target, num, den, probability: new Float(Number(good) / Number(all)) },
        difficulty: { num_dice, max_dice_size },
      },
    }
  },
  score: (answer, item) => (answer.toLowerCase().replaceAll('\n', '') === item.answer ? 1 : 0),
})
