import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import { CommandError } from './command-error.ts'
import { readCount } from './numbers.ts'
import { FetchedTasks, fetchTasks, type TaskSource } from './tasks/fetch-tasks.ts'

export default defineCommand({
  meta: { name: 'tasks', description: 'Fetch a Hugging Face data set into a data file of tasks' },
  args: {
    dataset: { type: 'positional', required: true, description: 'owner/name' },
    revision: { type: 'string', default: '', valueHint: 'commit', description: 'All 40 digits of it' },
    files: { type: 'string', default: '', valueHint: 'split=path,…', description: 'Of each split; * in a name' },
    columns: { type: 'string', default: '', valueHint: 'a,b', description: 'What is kept; default: all' },
    limit: { type: 'string', default: '', valueHint: 'n', description: 'Rows of each split; default: all' },
    out: { type: 'string', default: 'tasks.json', valueHint: 'file', description: 'Where to' },
    json: { type: 'boolean', default: false, description: 'Print what was done as JSON' },
  },
  async run({ args }) {
    const source = readSource(args)
    const known = readKnown(args.out)
    const isNew = known === undefined || JSON.stringify(known.source) !== JSON.stringify(source)
    const tasks = isNew ? await fetchTasks(source) : known
    if (isNew) write(args.out, tasks)
    const counts = Object.fromEntries(Object.entries(tasks.splits).map(([split, { count }]) => [split, count]))
    const told = Object.entries(counts).map(([split, count]) => `${split} ${count}`)
    if (args.json) console.log(JSON.stringify({ file: args.out, fetched: isNew, splits: counts }))
    else console.log(`openenv-edge: ${args.out} ${isNew ? 'is written' : 'is there already'}: ${told.join(', ')}.`)
  },
})

interface Given {
  readonly dataset: string
  readonly revision: string
  readonly files: string
  readonly columns: string
  readonly limit: string
}

function readSource({ dataset, revision, files, columns, limit }: Given): TaskSource {
  if (!/^[\w.-]+\/[\w.-]+$/.test(dataset)) throw wrong(`A data set is called owner/name, not "${dataset}".`)
  if (!/^[0-9a-f]{40}$/.test(revision)) {
    throw wrong(`--revision takes the 40 digits of a commit, not "${revision}": a branch's tasks change under those who train on them.`)
  }
  const pairs = files.split(',').map((pair) => pair.split('=', 2))
  if (pairs.some(([split, path]) => !split || !path)) {
    throw wrong(`--files takes split=path pairs, such as train=main/train-*.parquet,test=main/test-*.parquet, not "${files}".`)
  }
  return {
    dataset,
    revision,
    files: Object.fromEntries(pairs),
    columns: columns === '' ? null : columns.split(','),
    limit: limit === '' ? null : readCount('--limit', limit),
  }
}

function wrong(message: string): CommandError {
  return new CommandError(message, { exitCode: 2 })
}

/** What is at the place already, if it is a data file of tasks. */
function readKnown(file: string): FetchedTasks | undefined {
  if (!existsSync(file)) return undefined
  try {
    return FetchedTasks.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new CommandError(`${file} is no data file of tasks, and stays. Choose another with --out.`, { cause })
  }
}

/** Written beside its place and then put there: whole or not at all. */
function write(file: string, tasks: FetchedTasks): void {
  const next = `${file}.${process.pid}.tmp`
  writeFileSync(next, `${JSON.stringify(tasks)}\n`)
  renameSync(next, file)
}
