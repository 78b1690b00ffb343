import type { EnvironmentFacts } from '../../core/internal.ts'
import { isolateMeter, METER_OBJECTS, meterName } from './isolate-meter.ts'
import type { SessionNote } from './meter-book.ts'
import { objectsOf, type RegistryBindings, registryStub, type Scope, scopesOf } from './places.ts'
import { addTally, type Tally } from './tally.ts'

/** Counts by environment: what isolates told the registry, this one's to the last; without a registry this isolate's alone. */
export async function readTallies(bindings: RegistryBindings): Promise<ReadonlyMap<string, Tally>> {
  const all = new Map<string, Tally>()
  for (const [environment, tally] of await askMeters(bindings, 'tallies', () => isolateMeter.tallies())) {
    const before = all.get(environment)
    all.set(environment, before === undefined ? tally : addTally(before, tally))
  }
  return all
}

/** Sessions of an environment, the newest first. With a subject: its own only. */
export async function readSessions(bindings: RegistryBindings, environment: string, subject: string | undefined): Promise<SessionNote[]> {
  const notes = await askMeters(bindings, 'sessions', () => isolateMeter.sessions())
  return notes
    .filter((note) => note.environment === environment && (subject === undefined || note.subject === subject))
    .sort((a, b) => b.openedAt - a.openedAt)
}

/** Where places are limited for everyone, with how many are taken. */
export async function readPlaces(
  bindings: RegistryBindings,
  environments: readonly EnvironmentFacts[],
): Promise<(Scope & { readonly taken: number })[]> {
  const scopes = new Map(
    environments.flatMap((environment) => scopesOf(bindings, environment, undefined)).map((scope) => [scope.name, scope]),
  )
  return Promise.all(
    [...scopes.values()].map(async (scope) => {
      const taken = await Promise.all(objectsOf(scope, '0').map(({ name }) => registryStub(bindings, name).active()))
      return { ...scope, taken: taken.reduce((sum, count) => sum + count, 0) }
    }),
  )
}

async function askMeters<What extends 'tallies' | 'sessions'>(
  bindings: RegistryBindings,
  what: What,
  own: () => Answers[What],
): Promise<Answers[What]> {
  if (bindings.REGISTRY === undefined) return own()
  await isolateMeter.report(bindings, Date.now())
  const stubs = Array.from({ length: METER_OBJECTS }, (_, index) => registryStub(bindings, meterName(index)))
  return (await Promise.all(stubs.map((stub) => stub[what]()))).flat() as Answers[What]
}

interface Answers {
  readonly tallies: [environment: string, tally: Tally][]
  readonly sessions: SessionNote[]
}
