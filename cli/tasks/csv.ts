/** Reads CSV (RFC 4180) with a line of names at its start: a row is an object of texts. */
export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...lines] = readLines(text.replace(/^\ufeff/, ''))
  return lines.map((fields, index) => {
    if (fields.length !== names.length)
      throw new SyntaxError(`row ${index + 1} has ${fields.length} fields, and there are ${names.length} columns`)
    return Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']))
  })
}

/** A field, in quotes (in which `""` is a quote) or without, and what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function readLines(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  for (let at = 0; at < text.length; ) {
    FIELD.lastIndex = at
    const match = FIELD.exec(text)
    if (match === null) throw new SyntaxError(`a quote at character ${at} is not closed, or stands inside a field`)
    const [whole, quoted, plain = '', end] = match
    line.push(quoted?.replaceAll('""', '"') ?? plain)
    at += whole.length
    if (end === ',' && at < text.length) continue
    if (end === ',') line.push('')
    lines.push(line)
    line = []
  }
  return lines
}
