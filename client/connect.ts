import type { AnyEnvironment } from '../core/environment.ts'
import { Client } from './client.ts'
import { readEndpoint } from './endpoint.ts'
import { Transport } from './transport.ts'
import type { ConnectOptions } from './types.ts'

const TIMEOUT_MS = 60_000

/** 128 random bits as text. `crypto.randomUUID` is missing on pages that are served without TLS. */
function drawId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/**
 * Connects to an environment by its URL, in any form that OpenEnv's Python client takes. A URL with `/s/<key>` names a session: it
 * outlives its sockets, and the client reconnects to it by itself. Without one, the episode ends with the socket.
 *
 * ```ts
 * await using env = await connect<typeof gridWorld>('https://host/envs/grid_world/s/run-7')
 * const { observation } = await env.reset({ seed: 7 })
 * const { reward, done } = await env.step({ action: 'UP' })
 * ```
 */
export async function connect<E extends AnyEnvironment>(url: string | URL, options: ConnectOptions = {}): Promise<Client<E>> {
  const { token, timeoutMs = TIMEOUT_MS, signal, lazy = false } = options
  signal?.throwIfAborted()
  const clientId = drawId()
  const endpoint = readEndpoint(url, { clientId, token })
  const transport = new Transport(endpoint, signal)
  if (!lazy) await transport.open({ timeoutMs })
  return new Client<E>(transport, { timeoutMs, clientId: endpoint.isNamed ? clientId : undefined })
}
