import { z } from 'zod'
import type { ClientSource, JsonObject } from '../../core/index.ts'
import { getJson, readRemoteEnvironment } from '../remote-environment.ts'
import { nameInUrl, rootOf } from '../wire.ts'

const jsonObject = z.record(z.string(), z.json())
const schemas = z.object({
  action: jsonObject,
  observation: jsonObject,
  state: jsonObject.default({}),
  reset_observation: jsonObject.optional(),
})
const metadata = z.object({ name: z.string(), description: z.string().nullish(), version: z.string().nullish() })
const descriptions = z.array(z.object({ name: z.string(), aliases: z.array(z.string()).default([]), state: jsonObject }))

/** Reads what a client is made from: of any OpenEnv server its schemas and metadata, of ours what `state` shows, too. */
export async function readClientSource(base: string): Promise<ClientSource> {
  const { examples } = await readRemoteEnvironment(base)
  const { action, observation, state, reset_observation: resetObservation = observation } = schemas.parse(await getJson(`${base}/schema`))
  const told = metadata.safeParse(await getJson(`${base}/metadata`).catch(() => undefined)).data
  const name = nameOf(base, told?.name)
  const known = descriptions.safeParse(await getJson(`${rootOf(base)}/envs`).catch(() => undefined)).data ?? []
  const own = known.find((entry) => entry.name === name || entry.aliases.includes(name))
  return {
    name,
    version: told?.version ?? '0',
    description: told?.description ?? `an OpenEnv environment`,
    action,
    observation,
    resetObservation,
    state: asObject(own?.state ?? state),
    ...(examples.length === 0 ? {} : { example: examples[0] }),
  }
}

/** The server's own name for it where it is one; stock servers tell their class's, such as `EchoEnvironment`. */
function nameOf(base: string, told: string | undefined): string {
  const inUrl = nameInUrl(base)?.replaceAll('-', '_')
  const plain = (told ?? new URL(base).hostname).replace(/Environment$/, '').replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return inUrl ?? plain.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}

/** A server that tells nothing of its state still shows its base fields. */
function asObject(schema: JsonObject): JsonObject {
  return 'properties' in schema ? schema : { ...schema, type: 'object', properties: {} }
}
