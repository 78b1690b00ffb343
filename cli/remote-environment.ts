import { z } from 'zod'
import type { Rng } from '../core/index.ts'
import { CommandError } from './command-error.ts'
import { randomAction } from './random-action.ts'
import { nameInUrl, rootOf, shown } from './wire.ts'

const jsonObject = z.record(z.string(), z.unknown())
/** `reset_observation` is told where a reset answers in another shape than a step: environments of tools. */
const schemaSet = z.object({ action: jsonObject, observation: jsonObject, reset_observation: jsonObject.nullish() })
const descriptions = z.array(
  z.object({ name: z.string(), aliases: z.array(z.string()).default([]), examples: z.array(jsonObject).default([]) }),
)

/** What a server tells about an environment: of any OpenEnv server its schemas, of ours its examples too. */
export interface RemoteEnvironment {
  readonly base: string
  readonly schemas: z.output<typeof schemaSet>
  readonly examples: readonly object[]
  /** The server is ours: sessions may be named. */
  readonly hasNamedSessions: boolean
  /** An action of a policy that knows nothing: an example or any that the schema admits, half and half. */
  drawAction(rng: Rng): object
}

export async function readRemoteEnvironment(base: string): Promise<RemoteEnvironment> {
  const schemas = schemaSet.safeParse(await getJson(`${base}/schema`))
  if (!schemas.success)
    throw new CommandError(`${shown(base)}/schema has no action and observation schemas: this is no OpenEnv environment.`)
  const known = descriptions.safeParse(await getJson(`${rootOf(base)}/envs`).catch(() => undefined))
  const name = nameInUrl(base)?.replaceAll('-', '_')
  const own = known.data?.find((candidate) => candidate.name === name || candidate.aliases.includes(name ?? ''))
  const examples = own?.examples ?? []
  const { action } = schemas.data
  return {
    base,
    schemas: schemas.data,
    examples,
    hasNamedSessions: known.success,
    drawAction: (rng) => (examples.length > 0 && rng.random() < 0.5 ? rng.choice(examples) : randomAction(action, rng)),
  }
}

/** What a URL answers, as JSON; its failures name the URL. */
export async function getJson(url: string | URL): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  } catch (cause) {
    throw new CommandError(`${shown(url)} does not answer. Is an OpenEnv server running there?`, { cause })
  }
  if (response.ok) return response.json()
  if (response.status === 401)
    throw new CommandError(`${shown(url)} asks for a token: put it into the URL, https://host/t/<token>/envs/<name>.`)
  const body: unknown = await response.json().catch(() => undefined)
  const { success, data } = z.object({ detail: z.string() }).safeParse(body)
  throw new CommandError(`${shown(url)} answers ${response.status}${success ? `: ${data.detail}` : '.'}`)
}
