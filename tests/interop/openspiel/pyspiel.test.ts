import { deepEqual } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Rng } from '../../../core/index.ts'
import { create2048 } from '../../../environments/openspiel/2048.ts'
import { blackjackGame } from '../../../environments/openspiel/blackjack.ts'
import { catchGame } from '../../../environments/openspiel/catch.ts'
import { cliffWalkingGame } from '../../../environments/openspiel/cliff-walking.ts'
import type { Game } from '../../../environments/openspiel/game.ts'
import { kuhnPokerGame } from '../../../environments/openspiel/kuhn-poker.ts'
import { ticTacToeGame } from '../../../environments/openspiel/tic-tac-toe.ts'
import { prepareVenv } from '../../../scripts/prepare-python.ts'

const EPISODES = 2000
const TRACE_LIMIT_BYTES = 1 << 29

const Look = z.object({
  player: z.int(),
  legal: z.array(z.int()),
  reward: z.number(),
  info: z.array(z.tuple([z.int(), z.number()])),
  length: z.int(),
})
const Trace = z.object({
  game: z.string(),
  parameters: z.object({ max_tile: z.int().optional() }),
  chance: z.array(z.number()),
  start: Look,
  steps: z.array(z.object({ action: z.int(), chance: z.array(z.number()), after: Look })),
})

/** What `draws` says, in order; a choice must be among the items. */
function scripted(draws: number[]): Rng {
  const next = () => draws.shift() ?? Number.NaN
  return {
    random: next,
    integer: next,
    choice(items) {
      const drawn = next()
      const found = items.find((item) => item === drawn)
      if (found === undefined) throw new Error(`${drawn} is not among ${items}`)
      return found
    },
    shuffle: (items) => [...items],
    normal: next,
  }
}

function look<State>(game: Game<State>, state: State, reward: number) {
  const tensor = game.infoState(state)
  const info = tensor.flatMap((value, at) => (value === 0 ? [] : [[at, value]]))
  return { player: game.player(state), legal: [...game.legalActions(state)], reward, info, length: tensor.length }
}

function replay<State>(game: Game<State>, { chance, start, steps }: z.output<typeof Trace>): void {
  let state = game.start(scripted([...chance]))
  deepEqual(look(game, state, 0), start)
  for (const { action, chance: draws, after } of steps) {
    const left = [...draws]
    const applied = game.apply(state, action, scripted(left))
    state = applied.state
    deepEqual([look(game, state, applied.reward), left], [after, []])
  }
}

const GAMES: Readonly<Record<string, (trace: z.output<typeof Trace>) => void>> = {
  catch: (trace) => replay(catchGame, trace),
  blackjack: (trace) => replay(blackjackGame, trace),
  '2048': (trace) => replay(create2048(trace.parameters.max_tile), trace),
  tic_tac_toe: (trace) => replay(ticTacToeGame, trace),
  kuhn_poker: (trace) => replay(kuhnPokerGame, trace),
  cliff_walking: (trace) => replay(cliffWalkingGame, trace),
}

test.each(Object.keys(GAMES))('2,000 random episodes of OpenSpiel’s own %s are ours', { timeout: 300_000 }, (name) => {
  const python = prepareVenv('openspiel', join(import.meta.dirname, 'requirements.txt'))
  const parameters = [join(import.meta.dirname, 'traces.py'), String(EPISODES), name]
  const lines = execFileSync(python, parameters, { encoding: 'utf8', maxBuffer: TRACE_LIMIT_BYTES, stdio: ['ignore', 'pipe', 'ignore'] })
  const traces = lines.trim().split('\n')
  expect(traces).toHaveLength(EPISODES)
  for (const line of traces) GAMES[name]?.(Trace.parse(JSON.parse(line)))
})
