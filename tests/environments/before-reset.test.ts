import { expect, test } from 'vitest'
import { boxLibrary, library } from '../../environments/index.ts'
import { openSession } from './driver.ts'

/** Upstream's environments whose constructor begins an episode; the others have no id before the first reset, or no state. */
const NAMED = ['echo', 'connect4', 'chess', 'grid_world', 'maze', 'snake', 'wildfire', 'reasoning_gym']
const UNNAMED = ['wordle', 'sudoku', 'catch', 'tic_tac_toe', 'kuhn_poker', 'blackjack', 'cliff_walking', '2048', 'coding', 'git']

async function idBeforeReset(name: string): Promise<unknown> {
  const environment = [...library, ...boxLibrary].find((known) => known.name === name)
  expect(environment).toBeDefined()
  return environment && (await openSession(environment).state()).episode_id
}

test.each(NAMED)('%s shows an episode id before the first reset, as upstream does', async (name) => {
  expect(await idBeforeReset(name)).toBeTypeOf('string')
})

test.each(UNNAMED)('%s shows no episode id before the first reset, as upstream does', async (name) => {
  expect(await idBeforeReset(name)).toBe(null)
})
