import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runChild } from '../child.ts'
import { CommandError } from '../command-error.ts'

/** Checks the types of a project by its own TypeScript. Returns why it was not done where it cannot be. */
export async function checkTypes(project: string): Promise<string | undefined> {
  if (!existsSync(join(project, 'tsconfig.json'))) return 'there is no tsconfig.json'
  const compiler = findCompiler(project)
  if (compiler === undefined) return 'TypeScript is not installed here (npm install --save-dev typescript)'
  const { code, output } = await runChild(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', project])
  if (code !== 0) throw new CommandError(`The types do not hold:\n${output.trim()}`)
  return undefined
}

function findCompiler(project: string): string | undefined {
  try {
    return join(createRequire(join(project, 'package.json')).resolve('typescript/package.json'), '../bin/tsc')
  } catch {
    return undefined
  }
}
