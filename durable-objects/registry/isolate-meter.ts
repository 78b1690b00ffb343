import type { Report, SessionNote } from './meter-book.ts'
import { type RegistryBindings, registryStub } from './places.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

/** What is known here of a session that has played. */
export interface LiveNote extends Omit<SessionNote, 'at' | 'steps' | 'episodes'> {
  at: number
  steps: number
  episodes: number
  /** How much of that reports have told. */
  toldSteps: number
  toldEpisodes: number
  isNews: boolean
  /** Some report has told of it: its end must be told too. */
  isTold: boolean
}

/** Registry objects that take reports; a session's is chosen by its id. */
export const METER_OBJECTS = 4
/** An isolate with news reports at most this often, when an episode begins or a session ends. */
const REPORT_EVERY_MS = 15_000
const FORGET_AFTER_MS = 24 * 60 * 60_000

export function meterName(index: number): string {
  return `meters/${index}`
}

/**
 * Counts of all sessions in this isolate, told to the registry now and then: a step costs a few additions, and no request of its own.
 * A local runtime has one isolate for everything; on Cloudflare there are many, and each tells of its own.
 */
class IsolateMeter {
  readonly #tallies = new Map<string, Tally>()
  readonly #notes = new Map<string, LiveNote>()
  #ended: string[] = []
  #reportedAt = 0

  tally(environment: string): Tally {
    let tally = this.#tallies.get(environment)
    if (tally === undefined) {
      tally = emptyTally()
      this.#tallies.set(environment, tally)
    }
    return tally
  }

  /** The note of a session, which outlives its object's memory. */
  note(id: string, create: () => LiveNote): LiveNote {
    let note = this.#notes.get(id)
    if (note === undefined) {
      note = create()
      this.#notes.set(id, note)
      this.tally(note.environment).opened++
    }
    return note
  }

  /** A session has ended; undefined when it never played here. */
  end(id: string): LiveNote | undefined {
    const note = this.#notes.get(id)
    if (note === undefined) return undefined
    this.#notes.delete(id)
    this.tally(note.environment).ended++
    if (note.isTold) this.#ended.push(id)
    return note
  }

  /** True when what happened is to be told now: often enough, and before the last session that could tell it goes. */
  isDue(now: number): boolean {
    return now - this.#reportedAt > REPORT_EVERY_MS || (this.#ended.length > 0 && this.#notes.size === 0)
  }

  /** Tells the registry what is new. What does not get there is told the next time. Does nothing where none is bound. */
  async report(bindings: RegistryBindings, now: number): Promise<void> {
    if (bindings.REGISTRY === undefined) return
    this.#reportedAt = now
    const reports = this.#drain(now)
    await Promise.all(
      [...reports].map(async ([index, report]) => {
        try {
          await registryStub(bindings, meterName(index)).report(report)
        } catch {
          this.#takeBack(report)
        }
      }),
    )
  }

  /** Counts since the last report. */
  tallies(): [environment: string, tally: Tally][] {
    return [...this.#tallies]
  }

  sessions(): SessionNote[] {
    return [...this.#notes.values()]
  }

  /** Takes what is new, by the object that it goes to. */
  #drain(now: number): Map<number, Report> {
    const reports = new Map<number, { tallies: [string, Tally][]; sessions: SessionNote[]; ended: string[] }>()
    const reportAt = (index: number) => {
      const report = reports.get(index) ?? { tallies: [], sessions: [], ended: [] }
      reports.set(index, report)
      return report
    }
    for (const [environment, tally] of this.#tallies) reportAt(indexOf(environment)).tallies.push([environment, tally])
    this.#tallies.clear()
    for (const note of this.#notes.values()) {
      if (now - note.at > FORGET_AFTER_MS) this.#notes.delete(note.id)
      else if (note.isNews) reportAt(indexOf(note.id)).sessions.push(takeNews(note))
    }
    for (const id of this.#ended) reportAt(indexOf(id)).ended.push(id)
    this.#ended = []
    return reports
  }

  #takeBack({ tallies, sessions, ended }: Report): void {
    for (const [environment, tally] of tallies) this.#tallies.set(environment, addTally(this.tally(environment), tally))
    for (const { id, steps, episodes } of sessions) {
      const note = this.#notes.get(id)
      if (note === undefined) continue
      note.toldSteps -= steps
      note.toldEpisodes -= episodes
      note.isNews = true
    }
    this.#ended.push(...ended)
  }
}

/** The one of this isolate: objects of one class share it, and nothing else does. */
export const isolateMeter = new IsolateMeter()

function takeNews(note: LiveNote): SessionNote {
  const { id, environment, key, subject, openedAt, at, steps, episodes, toldSteps, toldEpisodes } = note
  Object.assign(note, { toldSteps: steps, toldEpisodes: episodes, isNews: false, isTold: true })
  return { id, environment, key, subject, openedAt, at, steps: steps - toldSteps, episodes: episodes - toldEpisodes }
}

function indexOf(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) | 0
  return Math.abs(sum) % METER_OBJECTS
}
