import { posix } from 'node:path'
import type { Source } from './read-source.ts'

/** A Dockerfile of the source, and the folder that it is built from. */
export interface FoundDockerfile {
  readonly path: string
  readonly context: string
  readonly text: string
}

/** Nearest to the root first; a `server/Dockerfile`, as `openenv init` makes it, is built from the folder above. */
export function findDockerfile(source: Source): FoundDockerfile | undefined {
  const paths = source.paths.filter((path) => /(^|\/)Dockerfile$/.test(path))
  const byDepth = paths.sort((one, other) => one.split('/').length - other.split('/').length)
  const [path] = byDepth
  if (path === undefined) return undefined
  const text = source.read(path)
  return { path, context: contextOf(source, path, text), text }
}

/** The folder in which everything that is copied exists: the root, or one between it and the Dockerfile. */
function contextOf(source: Source, path: string, text: string): string {
  const copied = copiedPaths(text)
  const own = posix.dirname(path)
  const above = own === '.' ? [] : own.split('/').map((_, index, parts) => parts.slice(0, index).join('/') || '.')
  const isProject = (folder: string): boolean => ['openenv.yaml', 'pyproject.toml'].some((file) => source.has(posix.join(folder, file)))
  // `COPY . .` fits everywhere: there the nearest folder that is a project is meant.
  const candidates = [...above.toReversed(), own].sort((one, other) => Number(isProject(other)) - Number(isProject(one)))
  return candidates.find((folder) => copied.every((each) => source.has(posix.join(folder, each)))) ?? '.'
}

function copiedPaths(text: string): string[] {
  return joinLines(text).flatMap((line) => {
    const words =
      /^\s*(?:COPY|ADD)\s+(.*)$/i
        .exec(line)?.[1]
        ?.replace(/[[\],"]/g, ' ')
        .trim()
        .split(/\s+/) ?? []
    if (words.some((word) => word.startsWith('--from'))) return []
    return words
      .filter((word) => !word.startsWith('--'))
      .slice(0, -1)
      .filter((word) => !/[*?$]|^https?:|<</.test(word))
  })
}

/** Instructions as lines, continuations joined, comments gone. */
function joinLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
}

export interface Mended {
  readonly text: string
  /** What was changed, in words. */
  readonly changes: readonly string[]
}

/** Mends what templates of `openenv init` up to 0.4 are known for: the virtual environment lies in the image twice. */
export function mendDockerfile(text: string): Mended {
  const [line, stage = '', folder = '', target = ''] = /^COPY --from=(\S+) (\S+)\/\.venv (\S+) *$/m.exec(text) ?? []
  if (line === undefined || text.includes(`mv ${folder}/.venv`)) return { text, changes: [] }
  const whole = new RegExp(`^COPY --from=${literally(stage)} ${literally(folder)}/? (\\S+) *$`, 'm')
  const into = whole.exec(text)?.[1]?.replace(/\/$/, '')
  if (into === undefined) return { text, changes: [] }
  const lastStage = text.search(/^FROM (?![\s\S]*^FROM )/m)
  const builder = `${text.slice(0, lastStage).trimEnd()}

# Out of the folder that is copied whole, or the image holds it twice.
RUN mv ${folder}/.venv /.openenv-venv

`
  const final = text
    .slice(lastStage)
    .replace(line, `COPY --from=${stage} /.openenv-venv ${target}`)
    // Its programs name their interpreter by the place where they were made.
    .replace(whole, (copy) => `${copy}\nRUN [ -e ${folder}/.venv ] || ln -s ${target} ${folder}/.venv`)
  return { text: builder + final, changes: ['the virtual environment is copied once, not twice'] }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
