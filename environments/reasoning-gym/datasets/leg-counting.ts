import { defineDataset } from '../dataset.ts'
import { assert } from '../python.ts'

/** In the order in which upstream samples them. */
export const LEGS: Readonly<Record<string, number>> = {
  snake: 0,
  'sea slug': 0,
  jellyfish: 0,
  flatworm: 0,
  leech: 0,
  chicken: 2,
  bird: 2,
  human: 2,
  duck: 2,
  dog: 4,
  cat: 4,
  cow: 4,
  horse: 4,
  lion: 4,
  elephant: 4,
  giraffe: 4,
  tiger: 4,
  deer: 4,
  sheep: 4,
  starfish: 5,
  insect: 6,
  ant: 6,
  butterfly: 6,
  beetle: 6,
  bee: 6,
  wasp: 6,
  grasshopper: 6,
  cricket: 6,
  cockroach: 6,
  'praying mantis': 6,
  firefly: 6,
  spider: 8,
  scorpion: 8,
  crab: 10,
  lobster: 10,
  shrimp: 10,
  woodlouse: 14,
}

export const legCounting = defineDataset({
  name: 'leg_counting',
  configClass: 'LegCountingConfig',
  config: { min_animals: 3, max_animals: 10, min_instances: 1, max_instances: 15 },
  check({ min_animals, max_animals, min_instances, max_instances }) {
    assert(min_animals > 0, 'min_animals must be positive')
    assert(max_animals >= min_animals, 'max_animals must be >= min_animals')
    assert(max_animals <= Object.keys(LEGS).length, 'max_animals must be <= number of available animals')
    assert(min_instances > 0, 'min_instances must be positive')
    assert(max_instances >= min_instances, 'max_instances must be >= min_instances')
  },
  item(rng, { min_animals, max_animals, min_instances, max_instances }) {
    const num_animals = rng.randint(min_animals, max_animals)
    const names = rng.sample(Object.keys(LEGS), num_animals)
    const animals = names.map((name) => [name, rng.randint(min_instances, max_instances)] as const)
    const total_legs = animals.reduce((total, [name, count]) => total + (LEGS[name] ?? 0) * count, 0)
    const list = animals.map(([name, count]) => `${count} ${name}${count > 1 ? 's' : ''}`).join(', ')
    return {
      question: `Your task is to count how many legs there are in total when given a list of animals.

Now, how many legs are there in total if you have ${list}?
`,
      answer: String(total_legs),
      metadata: {
        animals: Object.fromEntries(animals),
        num_animals,
        total_legs,
        difficulty: { num_animals: [min_animals, max_animals], num_instances: [min_instances, max_instances] },
      },
    }
  },
})
