import type { Source } from './read-source.ts'

/** In the server of `openenv init` up to 0.2: what fails where it is run as its own Dockerfile runs it is an ImportError of the other kind. */
const TOO_NARROW = /^(try:\n {4}from \.\.\w+ import .*\n(?: {4}from \.\w+ import .*\n)*)except ModuleNotFoundError:$/gm

/** The Python files, by path, whose fallback on imports without their package is never reached, with the fallback reached. */
export function mendImports(source: Source): ReadonlyMap<string, string> {
  const mended = new Map<string, string>()
  for (const [path, text] of source.python()) {
    const changed = text.replace(TOO_NARROW, '$1except ImportError:')
    if (changed !== text) mended.set(path, changed)
  }
  return mended
}
