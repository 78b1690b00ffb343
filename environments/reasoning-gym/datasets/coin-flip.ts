import { defineDataset, positiveSize } from '../dataset.ts'
import { assert, printGeneral } from '../python.ts'

const TOLERANCE = 1e-4

function choose(n: number, k: number): bigint {
  let ways = 1n
  for (let at = 1; at <= k; at++) ways = (ways * BigInt(n - k + at)) / BigInt(at)
  return ways
}

/** A number as Python's `Fraction` reads it; undefined where it raises. */
function readFraction(text: string): number | undefined {
  const [, numerator, denominator] = /^\s*([-+]?\d+)(?:\/(\d+))?\s*$/.exec(text) ?? []
  if (numerator !== undefined)
    return denominator !== undefined && /^0+$/.test(denominator) ? undefined : Number(numerator) / Number(denominator ?? 1)
  return /^\s*[-+]?(?=\d|\.\d)\d*(\.\d*)?(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : undefined
}

export const coinFlip = defineDataset({
  name: 'coin_flip',
  configClass: 'CoinFlipConfig',
  config: { min_trials: 3, max_trials: 15, allow_exact: true, allow_at_least: true },
  check({ min_trials, max_trials, allow_exact, allow_at_least }, size) {
    positiveSize(size)
    assert(min_trials > 0, 'min_trials must be positive')
    assert(max_trials >= min_trials, 'max_trials must be >= min_trials')
    assert(allow_exact || allow_at_least, 'At least one of allow_exact or allow_at_least must be True')
  },
  item(rng, { min_trials, max_trials, allow_exact, allow_at_least }) {
    const n = rng.randint(min_trials, max_trials)
    const problem_type = rng.choice([...(allow_exact ? ['exact'] : []), ...(allow_at_least ? ['at_least'] : [])])
    const k = rng.randint(0, n)
    const isExact = problem_type === 'exact'
    let numerator = choose(n, k)
    for (let heads = k + 1; !isExact && heads <= n; heads++) numerator += choose(n, heads)
    return {
      question: `What is the probability of getting ${isExact ? 'exactly' : 'at least'} ${k} heads in ${n} fair coin flips?`,
      answer: printGeneral(Number(numerator) * 0.5 ** n),
      metadata: {
        num_trials: n,
        k_heads: k,
        problem_type,
        rational: { numerator, denominator: 2n ** BigInt(n) },
        difficulty: { num_trials: [min_trials, max_trials] },
      },
    }
  },
  score(answer, item) {
    const given = readFraction(answer.replaceAll(',', ''))
    const wanted = Number(item.answer)
    if (given === undefined) return 0
    if (Math.abs(given - wanted) <= TOLERANCE) return 1
    const [text, oracle] = [printGeneral(given), printGeneral(wanted)]
    const shortest = Math.min(text.length, oracle.length)
    let same = 0
    while (same < shortest && text[same] === oracle[same]) same++
    return same / shortest
  },
})
