import type { Forest } from './forest.ts'

/** Ash, fuel, burning, break, damp. */
const COLOURS = ['#4b4b4b', '#3f8f4f', '#f2601d', '#b99b6b', '#4c8bd6']
const CELL = 20

/** The forest as SVG, with the wind and what is left under it. */
export function drawForest({ grid, width, height, wind_dir, humidity, remaining_water, remaining_breaks }: Forest): string {
  const cells = grid.map((cell, at) => {
    const x = (at % width) * CELL
    const y = Math.floor(at / width) * CELL
    return `<rect x="${x}" y="${y}" width="${CELL - 1}" height="${CELL - 1}" fill="${COLOURS[cell]}"/>`
  })
  const caption = `wind ${wind_dir} · humidity ${humidity.toFixed(2)} · water ${remaining_water} · breaks ${remaining_breaks}`
  const text = `<text x="4" y="${height * CELL + 16}" font-family="sans-serif" font-size="13">${caption}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width * CELL} ${height * CELL + 24}">${cells.join('')}${text}</svg>`
}
