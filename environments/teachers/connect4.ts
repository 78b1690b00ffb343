const FROM_CENTRE = [3, 2, 4, 1, 5, 0, 6]

interface Seen {
  readonly board: readonly (readonly number[])[]
  readonly legal_actions: readonly number[]
}

/** For whichever side moves: wins where it can, else blocks, else takes the column nearest the centre. */
export function teachConnect4({ board, legal_actions }: Seen): { column: number } {
  const balance = board.flat().reduce((sum, stone) => sum + stone, 0)
  const player = balance === 0 ? 1 : -1
  const columns = FROM_CENTRE.filter((column) => legal_actions.includes(column))
  const winning = columns.find((column) => completes(board, column, player))
  const blocking = columns.find((column) => completes(board, column, -player))
  return { column: winning ?? blocking ?? columns[0] ?? 0 }
}

function completes(board: Seen['board'], column: number, player: number): boolean {
  const row = board.findLastIndex((cells) => cells[column] === 0)
  const run = (down: number, right: number): number => {
    let length = 0
    while (board[row + (length + 1) * down]?.[column + (length + 1) * right] === player) length++
    return length
  }
  return [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].some(([down = 0, right = 0]) => run(down, right) + run(-down, -right) >= 3)
}
