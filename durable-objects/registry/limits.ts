import { OpenEnvError } from '../../core/internal.ts'

/** What a subject's tokens may use together; absent: as much as they like. */
export interface SubjectLimits {
  /** Requests and connections a minute. */
  readonly rate?: number
  /** Sessions at once. */
  readonly sessions?: number
  /** Steps and tool calls a day, UTC. */
  readonly steps?: number
  /** Seconds of containers a day, UTC. */
  readonly container_seconds?: number
}

export type LimitName = keyof SubjectLimits

/** Which limit was met, and when there is more: ms since 1970, undefined when nobody can know. */
export interface Refusal {
  readonly limit: LimitName
  readonly maximum: number
  readonly resetsAt: number | undefined
}

const NAMES: ReadonlySet<string> = new Set(['rate', 'sessions', 'steps', 'container_seconds'] satisfies LimitName[])
const WHAT: Readonly<Record<LimitName, string>> = {
  rate: 'requests a minute',
  sessions: 'sessions at once',
  steps: 'steps a day',
  container_seconds: 'container seconds a day',
}
const ENTRY = /^(\S+)\s+(.+)$/

const parsed = new Map<string, ReadonlyMap<string, SubjectLimits>>()

/**
 * The limits of a subject by `OPENENV_LIMITS`: entries apart by `;` or line breaks, each `<subject> <limit>=<number> …`. The subject `*`
 * stands for all that have no entry of their own. Undefined where nothing limits it. Throws `FACTORY_ERROR` for a text that says
 * something else: a misspelt limit must not limit nothing.
 */
export function limitsOf(text: string | undefined, subject: string | undefined): SubjectLimits | undefined {
  if (text === undefined || subject === undefined) return undefined
  let entries = parsed.get(text)
  if (entries === undefined) {
    entries = new Map(text.split(/[;\n]/).flatMap((entry) => (entry.trim() === '' ? [] : [readEntry(entry.trim())])))
    parsed.clear()
    parsed.set(text, entries)
  }
  return entries.get(subject) ?? entries.get('*')
}

function readEntry(entry: string): [string, SubjectLimits] {
  const [, subject, rest] = ENTRY.exec(entry) ?? []
  if (subject === undefined || rest === undefined) throw unreadable(entry)
  const limits = rest.split(/[\s,]+/).map((part): [string, number] => {
    const [name = '', value = ''] = part.split('=')
    if (!NAMES.has(name) || !/^\d+$/.test(value)) throw unreadable(part)
    return [name, Number(value)]
  })
  return [subject, Object.fromEntries(limits)]
}

function unreadable(part: string): OpenEnvError {
  const message = `OPENENV_LIMITS says "${part}"; write <subject> <limit>=<number> …, of the limits ${[...NAMES].join(', ')}.`
  return new OpenEnvError('FACTORY_ERROR', message)
}

/** The error that tells a client which of its limits it has met. */
export function quotaExceeded({ limit, maximum, resetsAt }: Refusal): OpenEnvError {
  const at = resetsAt === undefined ? null : new Date(resetsAt).toISOString()
  const remedy = at === null ? 'close a session, or wait in line with the option wait=50s' : `there is more at ${at}`
  const message = `This token's limit is reached, ${maximum} ${WHAT[limit]}: ${remedy}.`
  return new OpenEnvError('QUOTA_EXCEEDED', message, { details: { limit, maximum, resets_at: at } })
}
