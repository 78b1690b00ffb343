import { SourceMap } from 'node:module'
import type { WorkerBundle } from './bundle.ts'

/** A line of workerd's, as miniflare reads it. */
interface RuntimeLine {
  readonly level: string
  readonly message: string
}

/** What workerd says, with its places told in the author's files. While it starts, lines are held back: of a failure one sentence is of use. */
export interface RuntimeLog {
  handle(line: RuntimeLine): void
  /** A bundle is about to be run. */
  starting(bundle: WorkerBundle): void
  /** It runs: what was held back is printed, and the rest at once. */
  started(): void
  /** Why it does not, in the words of what its code threw; undefined where that is not known. What was held back is dropped. */
  failed(): string | undefined
}

const PLACE = /(?:[\w:/.-]*\/)?worker\.js:(\d+):(\d+)/g
/** As `service core:user:openenv-edge: Uncaught Error: It has no board.`, then a place a line. */
const UNCAUGHT = /^service \S+: Uncaught (?:Error: )?(?<reason>[\s\S]*)$/

export function createRuntimeLog(): RuntimeLog {
  let held: RuntimeLine[] | undefined = []
  let map: SourceMap | undefined
  return {
    handle({ level, message }) {
      const line = { level, message: toSources(message, map) }
      if (held === undefined) print(line)
      else held.push(line)
    },
    starting(bundle) {
      held = []
      map = bundle.sourceMap === undefined ? undefined : new SourceMap(JSON.parse(bundle.sourceMap))
    },
    started() {
      for (const line of held ?? []) print(line)
      held = undefined
    },
    failed() {
      const reasons = (held ?? []).map(({ message }) => UNCAUGHT.exec(message)?.groups?.reason)
      held = undefined
      return reasons
        .find((reason) => reason !== undefined)
        ?.replace(/\n.*(dist\/|worker\.js:|openenv-edge-worker\.ts:|node_modules).*/g, '')
    },
  }
}

/** A text with each place in the bundle replaced by the one in the file that it was made of. */
function toSources(text: string, map: SourceMap | undefined): string {
  if (map === undefined) return text
  return text.replaceAll(PLACE, (place, line: string, column: string) => {
    const origin = map.findOrigin(Number(line), Number(column))
    return 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place
  })
}

function print({ level, message }: RuntimeLine): void {
  if (level === 'error' || level === 'warn') console.error(message)
  else console.log(message)
}
