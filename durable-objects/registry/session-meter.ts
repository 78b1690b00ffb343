import { logEvent } from '../../core/internal.ts'
import type { SessionAddress } from '../session-address.ts'
import { isolateMeter, type LiveNote } from './isolate-meter.ts'
import type { RegistryBindings } from './places.ts'
import { countStep } from './tally.ts'

/** What a deployment may bind for watching. */
export interface MeterBindings extends RegistryBindings {
  /** One data point for each session that ends. */
  readonly ANALYTICS?: AnalyticsEngineDataset
  /** `sessions`: a line in the log for each session that begins to play and that ends, too. */
  readonly OPENENV_LOG?: string
}

export interface MeterParts {
  readonly id: string
  readonly bindings: MeterBindings
  waitUntil(work: Promise<unknown>): void
}

/** The first letter of a frame's type, in `{"type":"error"`. */
const TYPE_AT = 9
const LETTER_E = 101

/** Counts what a session does. */
export class SessionMeter {
  readonly #parts: MeterParts
  #note: LiveNote | undefined
  /** When the work under way began, ms since 1970. */
  startedAt = 0

  constructor(parts: MeterParts) {
    this.#parts = parts
  }

  /** A turn was played. */
  turn({ environment, key, subject }: SessionAddress, isStart: boolean, isStep: boolean, at: number): void {
    this.#note ??= isolateMeter.note(this.#parts.id, () => this.#begin({ environment, key, subject, at }))
    const note = this.#note
    const tally = isolateMeter.tally(environment)
    if (isStart) {
      tally.episodes++
      note.episodes++
    }
    if (isStep) {
      countStep(tally, at - this.startedAt)
      note.steps++
    }
    note.at = at
    note.isNews = true
    // A report is a request and a row: a step between pauses must cost neither.
    if (isStart && isolateMeter.isDue(at)) this.#report(at)
  }

  /** A frame was answered: an error is counted by its code. */
  answered({ environment }: SessionAddress, frame: string): void {
    if (frame.charCodeAt(TYPE_AT) === LETTER_E) this.failed(environment, codeOf(frame))
  }

  failed(environment: string, code: string): void {
    const { errors } = isolateMeter.tally(environment)
    errors[code] = (errors[code] ?? 0) + 1
  }

  /** Nobody plays it for now. */
  pause(now: number): void {
    if (isolateMeter.isDue(now)) this.#report(now)
  }

  /** The session is over. */
  end(now: number): void {
    const note = isolateMeter.end(this.#parts.id)
    this.#note = undefined
    if (note === undefined) return
    const { environment, openedAt, steps, episodes } = note
    const { ANALYTICS, OPENENV_LOG } = this.#parts.bindings
    ANALYTICS?.writeDataPoint({ indexes: [environment], blobs: ['session', environment], doubles: [steps, episodes, now - openedAt] })
    if (OPENENV_LOG === 'sessions')
      logEvent('session_ended', { environment, session: note.id, steps, episodes, seconds: (now - openedAt) / 1000 })
    if (isolateMeter.isDue(now)) this.#report(now)
  }

  #begin(known: Pick<LiveNote, 'environment' | 'key' | 'subject' | 'at'>): LiveNote {
    const { id, bindings } = this.#parts
    if (bindings.OPENENV_LOG === 'sessions') logEvent('session_began', { environment: known.environment, session: id })
    return { ...known, id, openedAt: known.at, steps: 0, episodes: 0, toldSteps: 0, toldEpisodes: 0, isNews: true, isTold: false }
  }

  #report(now: number): void {
    this.#parts.waitUntil(isolateMeter.report(this.#parts.bindings, now))
  }
}

function codeOf(frame: string): string {
  const { data } = JSON.parse(frame) as { data?: { code?: string } }
  return data?.code ?? 'UNKNOWN'
}
