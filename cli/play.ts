import { createInterface } from 'node:readline'
import { defineCommand } from 'citty'
import { createRng } from '../core/index.ts'
import { askForAction } from './action-form.ts'
import { CommandError } from './command-error.ts'
import { readCount } from './numbers.ts'
import { type RemoteEnvironment, readRemoteEnvironment } from './remote-environment.ts'
import { onTarget } from './target.ts'
import { type Turn, Wire } from './wire.ts'

export default defineCommand({
  meta: { name: 'play', description: 'Play an episode in the terminal: typed, piped or random actions' },
  args: {
    target: { type: 'positional', required: true, description: 'URL of an environment, or a file of one' },
    random: { type: 'boolean', default: false, description: 'Draw the actions' },
    seed: { type: 'string', default: '1', description: 'Of the episode, and of drawn actions' },
    steps: { type: 'string', default: '100', description: 'Stop after so many' },
    json: { type: 'boolean', default: false, description: 'Print each turn as a line of JSON' },
  },
  async run({ args }) {
    const [seed, steps] = [readCount('--seed', args.seed, 0), readCount('--steps', args.steps)]
    await onTarget(args.target, async (base) => {
      const environment = await readRemoteEnvironment(base)
      const actions = args.random ? drawnActions(environment, seed) : process.stdin.isTTY ? typedActions(environment) : pipedActions()
      await playEpisode(environment, { seed, steps, actions, print: args.json ? printJson : printLine })
    })
  },
})

interface Episode {
  readonly seed: number
  readonly steps: number
  readonly actions: AsyncIterable<object>
  readonly print: (step: number, action: object | undefined, turn: Turn) => void
}

/** Plays until the episode is done, the actions end, or `steps` were taken. A refused action is told, and the episode goes on. */
async function playEpisode({ base }: RemoteEnvironment, { seed, steps, actions, print }: Episode): Promise<void> {
  const wire = await Wire.open(base)
  try {
    print(0, undefined, await wire.play('reset', { seed }))
    let step = 0
    for await (const action of actions) {
      const turn = await wire.play('step', action).catch(tell)
      if (turn === undefined) continue
      print(++step, action, turn)
      if (turn.done || step >= steps) return
    }
  } finally {
    wire.close()
  }
}

function tell(error: unknown): undefined {
  if (!(error instanceof CommandError)) throw error
  console.error(error.message)
  return undefined
}

async function* drawnActions(environment: RemoteEnvironment, seed: number): AsyncGenerator<object> {
  const rng = createRng(seed, 1)
  for (;;) yield environment.drawAction(rng)
}

async function* typedActions({ schemas }: RemoteEnvironment): AsyncGenerator<object> {
  for (;;) {
    const action = await askForAction(schemas.action)
    if (action === undefined) return
    yield action
  }
}

/** One action a line, as JSON. */
async function* pipedActions(): AsyncGenerator<object> {
  for await (const line of createInterface(process.stdin)) {
    if (line.trim() === '') continue
    yield readAction(line)
  }
}

function readAction(line: string): object {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {}
  if (typeof value === 'object' && value !== null) return value
  throw new CommandError(`An action is a JSON object on a line, not: ${line}`, { exitCode: 2 })
}

function printJson(step: number, action: object | undefined, turn: Turn): void {
  console.log(JSON.stringify({ step, action: action ?? null, ...turn }))
}

function printLine(step: number, action: object | undefined, { observation, reward, done }: Turn): void {
  const { metadata: _, ...shown } = observation
  const what = step === 0 ? 'reset' : `${step}  ${JSON.stringify(action)}`
  console.log(`${what} → ${JSON.stringify(shown)}  reward ${reward}${done ? '  done' : ''}`)
}
