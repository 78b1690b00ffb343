import type { Cell } from './table.ts'

/** What a suite hands back: a table for people, its figures for programs, and what issue and README claim of them. */
export interface Report {
  readonly suite: string
  /** One line above the table. */
  readonly about: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly figures: readonly object[]
  readonly claims: readonly Claim[]
  /** Failures of this project's own server; another's are in its rows. */
  readonly failures: number
}

/** A ratio measured side by side in one run, or a count, beside the bound that the project sets itself. */
export interface Claim {
  readonly text: string
  /** null where the run left out what it needs. */
  readonly value: number | null
  readonly bound: 'at most' | 'at least'
  readonly limit: number
}

/** Whether a claim holds in this run; `null` where it was not measured. */
function holds(claim: Claim): boolean | null {
  if (claim.value === null) return null
  return claim.bound === 'at most' ? claim.value <= claim.limit : claim.value >= claim.limit
}

/** The closing section's rows: claim, measured, bound, verdict. */
export function claimRows(claims: readonly Claim[]): Cell[][] {
  return claims.map((claim) => {
    const verdict = holds(claim)
    const word = verdict === null ? 'not measured' : verdict ? 'met' : 'MISSED'
    return [claim.text, claim.value, claim.bound, claim.limit, word]
  })
}
