const SIZE = 20
const [FRUIT, HEAD, TAIL] = [2, 3, 5]

interface Seen {
  readonly grid: readonly (readonly number[])[]
  readonly episode_steps: number
}

/**
 * Steers towards the fruit by the shortest free way. One frame does not tell where the snake is heading, so each call gets the
 * head that it saw before; `head` is what the next call wants.
 */
export function teachSnake({ grid }: Seen, before: number | undefined): { action: { action: number }; head: number } {
  const cells = grid.flat()
  const head = cells.indexOf(HEAD)
  const heading = before === undefined ? headingAtStart(cells, head) : head - before
  const turns = [heading, turnLeft(heading), -turnLeft(heading)]
  const distances = distancesTo(cells, cells.indexOf(FRUIT))
  const scores = turns.map((shift) => distances.get(head + shift) ?? (isFree(cells, head + shift) ? 1000 : 2000))
  return { action: { action: scores.indexOf(Math.min(...scores)) }, head }
}

/** Away from the neck: the one cell of the body beside the head. */
function headingAtStart(cells: readonly number[], head: number): number {
  return [1, -1, SIZE, -SIZE].find((shift) => cells[head - shift] === 4) ?? 1
}

function turnLeft(shift: number): number {
  return { 1: -SIZE, [-SIZE]: -1, [-1]: SIZE, [SIZE]: 1 }[shift] ?? shift
}

function isFree(cells: readonly number[], cell: number): boolean {
  return cells[cell] === 0 || cells[cell] === FRUIT || cells[cell] === TAIL
}

/** Steps to the fruit from every cell that has a free way there. */
function distancesTo(cells: readonly number[], fruit: number): Map<number, number> {
  const distances = new Map([[fruit, 0]])
  for (const [cell, distance] of distances) {
    for (const shift of [1, -1, SIZE, -SIZE]) {
      const next = cell + shift
      if (isFree(cells, next) && !distances.has(next)) distances.set(next, distance + 1)
    }
  }
  return distances
}
