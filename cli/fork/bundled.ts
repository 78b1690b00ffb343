import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import * as bundled from '../../environments/index.ts'
import { CommandError } from '../command-error.ts'
import { packageRoot } from '../package-root.ts'

/** An environment of the library, and where this package has its code. */
export interface Bundled {
  readonly name: string
  readonly description: string
  readonly needsBox: boolean
  /** Name of the constant that holds it. */
  readonly constant: string
  /** Its file, relative to `dist/`. */
  readonly module: string
}

const INDEX = 'environments/index.js'
const ENTRANCE = 'core/index.js'
const IMPORT = /(\bfrom\s*|\bimport\(?\s*)(['"])(\.{1,2}\/[^'"]+)\2/g

/** Finds an environment by its name or an alias, `-` and `_` alike. */
export function findBundled(asked: string): Bundled {
  const name = asked.replaceAll('-', '_')
  const all = [...bundled.library, ...bundled.boxLibrary]
  const found = all.find((each) => [each.name, ...(each.aliases ?? []), `${each.name}_env`].includes(name))
  if (found === undefined) {
    const known = all.map((each) => each.name).join(', ')
    throw new CommandError(`No bundled environment is named "${asked}". Known: ${known}. Or name the URL of one.`, { exitCode: 2 })
  }
  const [constant = ''] = Object.entries(bundled).find(([, value]) => value === found) ?? []
  const line = new RegExp(`export \\{[^}]*\\b${constant}\\b[^}]*\\} from '\\./([^']+)'`).exec(read(INDEX))
  return {
    name: found.name,
    description: found.description ?? found.name,
    needsBox: found.box !== undefined,
    constant,
    module: `environments/${line?.[1] ?? 'index.js'}`,
  }
}

/** Copies a module and all that it imports of this package; what is public is imported from the package instead. */
export function copyModule(module: string, target: string): void {
  const queue = [module]
  for (const path of queue) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    if (!/\.js$/.test(path)) {
      copyFileSync(join(packageRoot, 'dist', path), file)
      continue
    }
    const text = read(path).replace(IMPORT, (whole, keyword: string, quote: string, relative: string) => {
      const imported = posix.join(posix.dirname(path), relative)
      if (imported === ENTRANCE) return `${keyword}${quote}openenv-edge${quote}`
      if (!queue.includes(imported)) queue.push(imported)
      return whole
    })
    writeFileSync(file, text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  }
}

function read(path: string): string {
  return readFileSync(join(packageRoot, 'dist', path), 'utf8')
}
