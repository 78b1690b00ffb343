import type { Random } from './random.ts'

/** A frame that no session takes, and the code of the one error that answers it. */
export interface MalformedFrame {
  readonly kind: string
  readonly frame: string | Buffer
  readonly code: string
}

type Maker = (random: Random) => MalformedFrame

const WORDS = ['', 'a', 'é', '😀', '\u2028', '\u0000', '__proto__', 'constructor', 'toString', 'data', 'type'] as const
const ROUTES = ['reset', 'step', 'state'] as const

/** Made for grid_world; a frame is drawn only from kinds that are wrong for certain. */
const MAKERS: readonly [Maker, ...Maker[]] = [
  (random) => ({ kind: 'truncated', code: 'INVALID_JSON', frame: truncate(random, '{"type":"step","data":{"action":"UP"}}') }),
  (random) => ({ kind: 'broken', code: 'INVALID_JSON', frame: damage(random) }),
  (random) => ({ kind: 'no JSON', code: 'INVALID_JSON', frame: noise(random) }),
  (random) => ({ kind: 'large no JSON', code: 'INVALID_JSON', frame: `${'['.repeat(1 + random.below(200_000))}` }),
  (random) => ({ kind: 'binary', code: 'SESSION_ERROR', frame: bytes(random) }),
  (random) => ({ kind: 'binary step', code: 'SESSION_ERROR', frame: Buffer.from(`{"type":"${random.choice(ROUTES)}"}`) }),
  (random) => ({ kind: 'no object', code: 'SESSION_ERROR', frame: JSON.stringify(notAnObject(random)) }),
  (random) => ({ kind: 'unknown type', code: 'UNKNOWN_TYPE', frame: JSON.stringify({ type: unknownType(random), data: {} }) }),
  () => ({ kind: 'no type', code: 'UNKNOWN_TYPE', frame: '{"data":{"action":"UP"}}' }),
  (random) => ({ kind: 'data of a wrong type', code: 'VALIDATION_ERROR', frame: wrongData(random) }),
  () => ({ kind: 'no data', code: 'VALIDATION_ERROR', frame: '{"type":"step"}' }),
  (random) => ({ kind: 'a further key', code: 'VALIDATION_ERROR', frame: furtherKey(random) }),
  (random) => ({ kind: 'action of a wrong type', code: 'VALIDATION_ERROR', frame: step({ action: notAMove(random) }) }),
  (random) => ({
    kind: 'action with a further key',
    code: 'VALIDATION_ERROR',
    frame: step({ action: 'UP', [`x${random.choice(WORDS)}`]: 1 }),
  }),
  () => ({ kind: 'no action', code: 'VALIDATION_ERROR', frame: step({}) }),
  (random) => ({
    kind: 'metadata of a wrong type',
    code: 'VALIDATION_ERROR',
    frame: step({ action: 'UP', metadata: notAnObject(random) }),
  }),
  (random) => ({ kind: 'deep', code: 'VALIDATION_ERROR', frame: deep(1 + random.below(200)) }),
  (random) => ({ kind: 'large action', code: 'VALIDATION_ERROR', frame: step({ action: 'U'.repeat(random.below(300_000)) }) }),
]

export function malformedFrame(random: Random): MalformedFrame {
  return random.choice(MAKERS)(random)
}

function step(data: object): string {
  return JSON.stringify({ type: 'step', data })
}

function truncate(random: Random, frame: string): string {
  return frame.slice(0, random.below(frame.length))
}

/** Structure that is missing or stands where none may: no damage inside a string, which could leave valid JSON. */
function damage(random: Random): string {
  const frame = '{"type":"step","data":{"action":"UP"}}'
  return random.choice([
    frame.replace('{', '{,'),
    frame.replace(':', ''),
    frame.replaceAll('"', "'"),
    `${frame}}`,
    `${frame} ${frame}`,
    frame.replace('"UP"', 'UP'),
    frame.replace('"UP"', '"U\nP"'),
    frame.replace('"UP"', '"\\x41"'),
    frame.replace('"UP"', '01'),
    frame.replace('"UP"}', '"UP",}'),
    `\ufeff${frame}`,
  ])
}

function noise(random: Random): string {
  const letters = Array.from({ length: 1 + random.below(60) }, () => String.fromCodePoint(0x21 + random.below(0x2fff)))
  return `?${letters.join('')}`
}

function bytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)))
}

function notAnObject(random: Random): unknown {
  return random.choice([[], null, true, 0, -1.5, 'step', [{ type: 'step' }], '']) as unknown
}

function unknownType(random: Random): unknown {
  return random.choice(['STEP', 'Reset', ' step', 'observation', 'error', null, 7, [], {}, true, ...WORDS]) as unknown
}

function wrongData(random: Random): string {
  return JSON.stringify({ type: random.choice(['reset', 'step', 'mcp']), data: notAnObject(random) })
}

function furtherKey(random: Random): string {
  const type = random.choice(ROUTES)
  const data = type === 'state' ? {} : { data: { action: 'UP' } }
  return JSON.stringify({ type, ...data, [`x${random.choice(WORDS)}`]: random.next() })
}

function notAMove(random: Random): unknown {
  return random.choice(['up', 'UP ', '', 0, 1.5, null, true, [], ['UP'], { UP: 1 }, ...WORDS]) as unknown
}

function deep(depth: number): string {
  return `{"type":"step","data":{"action":${'['.repeat(depth)}${']'.repeat(depth)}}}`
}
