import { Float } from './python-json.ts'

const CELLS = 9

/** The 27 numbers of a noughts-and-crosses observation, three planes of nine, as OpenEnv's collector draws them; '' for another game. */
export function renderBoard(infoState: unknown): string {
  if (!Array.isArray(infoState) || infoState.length !== 3 * CELLS) return ''
  const isSet = (index: number): boolean => toNumber(infoState[index]) > 0.5
  const cells = Array.from({ length: CELLS }, (_, cell) => (isSet(CELLS + cell) ? 'X' : isSet(2 * CELLS + cell) ? 'O' : String(cell)))
  return [0, 3, 6].map((row) => cells.slice(row, row + 3).join(' | ')).join('\n---------\n')
}

function toNumber(value: unknown): number {
  if (value instanceof Float) return value.value
  return typeof value === 'number' ? value : 0
}
