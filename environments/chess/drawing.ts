const SQUARE = 45
const SIZE = SQUARE * 8
const GLYPHS: Readonly<Record<string, string>> = {
  K: '♔',
  Q: '♕',
  R: '♖',
  B: '♗',
  N: '♘',
  P: '♙',
  k: '♚',
  q: '♛',
  r: '♜',
  b: '♝',
  n: '♞',
  p: '♟',
}

/** The board of a FEN as SVG, White at the bottom. */
export function drawBoard(fen: string): string {
  const placement = fen.split(' ')[0] ?? ''
  const cells = placement.replaceAll('/', '').replace(/\d/g, (digit) => ' '.repeat(Number(digit)))
  const squares = Array.from({ length: 64 }, (_, index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)]
    const fill = (column + row) % 2 === 0 ? '#f0d9b5' : '#b58863'
    const glyph = GLYPHS[cells.charAt(index)]
    const [x, y] = [column * SQUARE, row * SQUARE]
    const piece = glyph === undefined ? '' : `<text x="${x + SQUARE / 2}" y="${y + SQUARE * 0.8}">${glyph}</text>`
    return `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="${fill}"/>${piece}`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-size="${SQUARE * 0.8}" text-anchor="middle">` +
    `${squares.join('')}</svg>`
  )
}
