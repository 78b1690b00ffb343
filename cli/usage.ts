import { styleText } from 'node:util'
import type { ArgDef, ArgsDef, CommandMeta } from 'citty'

/** A help fits a terminal of 24 lines and so many columns. */
const COLUMNS = 80

/** What `--help` prints for a command. */
export function commandUsage(name: string, { description = '' }: CommandMeta, args: ArgsDef): string {
  const entries = Object.entries(args)
  const words = entries.filter(([, { type }]) => type === 'positional')
  const call = ['openenv-edge', name, ...words.map(([word, { required }]) => (required === false ? `[${word}]` : `<${word}>`)), '[options]']
  const rows = entries.flatMap(([word, definition]) => toRows(word, definition))
  return [...wrap(`${description}.`, 0), '', `${heading('Usage')}  ${call.join(' ')}`, '', ...toColumns(rows)].join('\n')
}

/** What `openenv-edge` alone prints: a line for each command. */
export function programUsage(commands: readonly (readonly [name: string, meta: CommandMeta])[], version: string): string {
  const width = Math.max(...commands.map(([name]) => name.length))
  const lines = commands.map(([name, { description = '' }]) => `  ${name.padEnd(width)}  ${cut(description, COLUMNS - width - 4)}`)
  return [
    `${heading('Usage')}  openenv-edge <command> [options]        (version ${version})`,
    ...lines,
    '  --help after any command says more.',
  ].join('\n')
}

function toRows(word: string, definition: ArgDef): [flag: string, text: string][] {
  const { type, description = '', default: value, required } = definition
  const isShown = typeof value === 'string' && value !== '' && !description.includes('default')
  const text = `${description}${isShown ? ` (default ${value})` : ''}`
  if (type === 'positional') return [[required === false ? `[${word}]` : `<${word}>`, text]]
  if (type !== 'boolean') return [[`--${word} <${definition.valueHint ?? (type === 'enum' ? definition.options?.join('|') : word)}>`, text]]
  if (value !== true) return [[`--${word}`, text]]
  return [[`--no-${word}`, definition.negativeDescription ?? text]]
}

function toColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([flag]) => flag.length))
  return rows.flatMap(([flag, text]) => {
    const [first = '', ...others] = wrap(text, width + 4)
    return [`  ${flag.padEnd(width)}  ${first}`, ...others.map((line) => `${' '.repeat(width + 4)}${line}`)]
  })
}

function wrap(text: string, indent: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || indent + line.length + 1 + word.length > COLUMNS) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, text.lastIndexOf(' ', width - 2))} …`
}

function heading(text: string): string {
  return styleText('bold', text)
}
