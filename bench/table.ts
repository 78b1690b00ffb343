/** A table's cell: text stands left, numbers right; `null` is a figure that was not measured. */
export type Cell = string | number | null

/** Rows under headings, aligned, for a terminal and for a document's code block. */
export function printTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [headings, ...rows.map((row) => row.map(printCell))]
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)))
  const isNumeric = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const line = (row: readonly string[]): string =>
    row
      .map((text, column) => (isNumeric[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = texts
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

function printCell(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return String(cell)
  if (Math.abs(cell) >= 100) return cell.toFixed(0)
  if (Math.abs(cell) >= 10) return cell.toFixed(1)
  return cell.toFixed(2)
}
