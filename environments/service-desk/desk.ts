import { z } from 'zod'
import { Case } from './requests.ts'
import type { Shop } from './shop.ts'

const Breach = z.enum(['unverified', 'privacy', 'unconfirmed'])
type Breach = z.output<typeof Breach>

/** A case under way. The database is the case's with the changes laid over it. */
export const Desk = z.object({
  case: Case,
  changes: z.record(z.string(), z.union([z.string(), z.int()])),
  /** Which request the customer is at. */
  at: z.int(),
  verified: z.boolean(),
  /** Orders whose change the customer said yes to. */
  confirmed: z.array(z.string()),
  breaches: z.array(Breach),
  closed: z.boolean(),
})
export type Desk = z.output<typeof Desk>

export function openDesk(opened: Case): Desk {
  return { case: opened, changes: {}, at: 0, verified: false, confirmed: [], breaches: [], closed: false }
}

/** The database as it stands now. */
export function currentShop({ case: { shop }, changes }: Desk): Shop {
  const current = structuredClone(shop)
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let place = current as Record<string, unknown>
    for (const key of keys) place = place[key] as Record<string, unknown>
    place[last] = value
  }
  return current
}

export function change(desk: Desk, changes: Readonly<Record<string, string | number>>): Desk {
  return { ...desk, changes: { ...desk.changes, ...changes } }
}

export function blame(desk: Desk, ...breaches: readonly Breach[]): Desk {
  return { ...desk, breaches: [...new Set([...desk.breaches, ...breaches])] }
}

/** Hundredths of the score: the requests settled as the policy says, a clean close, and what a breach of the policy costs. */
const WORK_POINTS = 80
const CLOSE_POINTS = 20
const BREACH_POINTS = 20

/**
 * What the desk is worth now, in hundredths, 0 to 100. Each change that no request asked for undoes one that was settled; it can be
 * read off the database alone, so a reward is the difference of two scores.
 */
export function pointsOf({ case: { goal }, changes, breaches, closed }: Desk): number {
  const settled = goal.filter((leaves) => Object.entries(leaves).every(([path, value]) => changes[path] === value)).length
  const wanted = new Map(goal.flatMap((leaves) => Object.entries(leaves)))
  const wrong = Object.entries(changes).filter(([path, value]) => wanted.get(path) !== value).length
  const work = (WORK_POINTS * Math.max(0, settled - wrong)) / goal.length
  const isClean = closed && settled === goal.length && wrong === 0 && breaches.length === 0
  return Math.max(0, work + (isClean ? CLOSE_POINTS : 0) - BREACH_POINTS * breaches.length)
}
