import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyEnvironment } from '../../core/index.ts'
import { createPyRandom } from '../../environments/python-random.ts'
import { teachSudoku } from '../../environments/teachers/sudoku.ts'
import { teachWordle } from '../../environments/teachers/wordle.ts'
import { createWordle } from '../../environments/textarena/wordle.ts'
import { wordsOf } from '../../environments/textarena/words.ts'
import * as textarena from '../../environments/textarena.ts'
import { openSession, playDirectly } from './driver.ts'
import { readFixture } from './fixture.ts'
import { sudokuMessage, wordleMessage } from './textarena-player.ts'

/** `[game, seed, steps, digest]` on upstream's own server: tests/interop/oracles/textarena_episodes.py. */
const Episode = z.tuple([z.string(), z.int(), z.int(), z.string()])
const episodes = readFixture('textarena-episodes.json', z.array(Episode))
const STEPS_AFTER_DONE = 2

const wordles = [textarena.wordle, textarena.wordleTrain, textarena.wordleLong]
const sudokus = [textarena.sudokuVeryEasy, textarena.sudoku, textarena.sudokuHard]

function episodesOf(id: string): z.output<typeof Episode>[] {
  return episodes.filter(([game]) => game === id)
}

function idOf({ description }: AnyEnvironment): string {
  return /'s (\S+):/.exec(description ?? '')?.[1] ?? ''
}

/** Plays one episode by frames and digests the text of every answer, `state` included. */
async function digestOf(environment: AnyEnvironment, seed: number, next: (before: string, state: State) => string) {
  const session = openSession(environment)
  const hash = createHash('sha256')
  async function ask(frame: object): Promise<boolean> {
    const text = await session.raw(frame)
    hash.update(text.slice('{"type":"observation","data":'.length, -1))
    hash.update((await session.raw({ type: 'state' })).slice('{"type":"state","data":'.length, -1))
    return JSON.parse(text).data.done
  }
  await ask({ type: 'reset', data: { seed, episode_id: 'e' } })
  let [steps, before] = [0, '[zzzzz]']
  for (let after = 0; after < STEPS_AFTER_DONE; steps++) {
    before = next(before, (await session.state()).raw_state.game_state)
    if (await ask({ type: 'step', data: { message: before } })) after++
  }
  return [steps, hash.digest('hex').slice(0, 12)]
}

function secretsOf(environment: (typeof wordles)[number]): Promise<string[]> {
  const direct = playDirectly(environment)
  return Promise.all(episodesOf(idOf(environment)).map(async ([, seed]) => (await direct.reset(seed, {})).state.secret))
}

interface State {
  readonly secret_word: string
  readonly board: readonly (readonly number[])[]
}

test.each(wordles)('$name: random episodes are those of upstream to the byte', { timeout: 120_000 }, async (environment) => {
  const secrets = await secretsOf(environment)
  // The oracle draws its guesses from the secrets of all games of this length.
  const others = (await Promise.all(wordles.map(secretsOf))).flat().filter((secret) => secret.length === secrets[0]?.length)
  const words = [...new Set(others)].sort()
  for (const [at, [, seed, ...expected]] of episodesOf(idOf(environment)).entries()) {
    const player = createPyRandom(seed)
    const played = await digestOf(environment, seed, (before) => wordleMessage(player, words, secrets[at] ?? '', before))
    expect([seed, ...played]).toEqual([seed, ...expected])
  }
})

test.each(sudokus)('$name: random episodes are those of upstream to the byte', { timeout: 120_000 }, async (environment) => {
  for (const [, seed, ...expected] of episodesOf(idOf(environment))) {
    const player = createPyRandom(seed)
    const { solution } = (await playDirectly(environment).reset(seed, {})).state
    const played = await digestOf(environment, seed, (before, { board }) => sudokuMessage(player, board.flat(), solution, before))
    expect([seed, ...played]).toEqual([seed, ...expected])
  }
})

test.each([5, 7] as const)('every secret of %i letters may be guessed', (length) => {
  for (const isHardcore of [false, true]) {
    const { dictionary, secrets } = wordsOf(length, isHardcore)
    expect(secrets.filter((secret) => !dictionary.has(secret))).toEqual([])
  }
})

test('the lists are those of the contract: 156 secrets, all 8,497 words of NLTK among 15,404', () => {
  const { dictionary, secrets } = wordsOf(5, false)
  expect([secrets.length, dictionary.size, wordsOf(7, false).secrets.length]).toEqual([156, 15404, 56])
})

test('a deployment can blank the secret, and nothing else shows it', async () => {
  const blind = openSession(createWordle({ name: 'wordle', id: 'Wordle-v0', showsSecret: false }))
  const open = openSession(textarena.wordle)
  await Promise.all([blind.reset({ seed: 3 }), open.reset({ seed: 3 })])
  const secret: string = (await open.state()).raw_state.game_state.secret_word
  const guesses = wordsOf(5, false)
    .secrets.filter((word) => word !== secret)
    .slice(0, 6)
  for (const guess of guesses) await blind.step({ message: guess })
  const text = await blind.raw({ type: 'state' })
  expect(text).toContain('The secret word was: ****.')
  expect(text.toLowerCase()).not.toContain(secret)
})

test('state before the first reset names the game and nothing else', async () => {
  expect(await openSession(textarena.wordle).state()).toEqual({
    episode_id: null,
    step_count: 0,
    env_id: 'Wordle-v0',
    num_players: 1,
    max_turns: null,
    turn: 0,
    last_reward: 0,
    last_info: {},
    raw_state: {},
  })
})

test.each([textarena.wordle, textarena.wordleLong])('the teacher of $name wins nine games of ten', async (environment) => {
  const rewards = await Promise.all(Array.from({ length: 30 }, (_, seed) => play(environment, seed, teachWordle)))
  expect(rewards.filter((reward) => reward === 1).length).toBeGreaterThanOrEqual(27)
})

test.each([textarena.sudoku, textarena.sudokuTrain, textarena.sudokuHard])('the teacher of $name solves it', async (environment) => {
  expect(await play(environment, 7, teachSudoku)).toBe(1)
})

async function play(environment: AnyEnvironment, seed: number, teach: (seen: Seen) => object): Promise<number | null> {
  const session = openSession(environment)
  let answer = await session.reset({ seed })
  while (!answer.done) answer = await session.step(teach(answer.observation))
  return answer.reward
}

type Seen = Parameters<typeof teachWordle>[0]
