import { parseFen } from '../chess/fen.ts'
import { nameMove } from '../chess/move.ts'
import { searchMove } from '../chess/search.ts'

interface Seen {
  readonly fen: string
}

/** The move of the opponent's own engine. */
export function teachChess({ fen }: Seen): { move: string } {
  const { move } = searchMove(parseFen(fen))
  return { move: move === undefined ? '' : nameMove(move) }
}
