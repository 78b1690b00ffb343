import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from './cli.ts'
import type { Files } from './python-layouts.ts'

/** A stranger's folder, called some_env. What starts with `#!` is executable. */
export function writeSource(files: Files): string {
  const folder = join(temporaryFolder(), 'some_env')
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (text.startsWith('#!')) chmodSync(file, 0o755)
  }
  return folder
}
