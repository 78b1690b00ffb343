import { exports } from 'cloudflare:workers'

/** What a JSON-RPC request was answered with. */
export interface RpcAnswer {
  readonly id: unknown
  // biome-ignore lint/suspicious/noExplicitAny: what crossed the wire, whose shape is what the tests are about.
  readonly result?: any
  readonly error?: { code: number; message: string; data: unknown }
}

/** OpenEnv's JSON-RPC on a path of the worker. */
export function openRpc(path: string) {
  async function ask(method: string, params: object = {}): Promise<RpcAnswer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await exports.default.fetch(`http://host${path}/mcp`, { method: 'POST', body })
    if (response.status !== 200) throw new Error(`${method}: ${response.status}`)
    return response.json()
  }
  return {
    ask,
    create: async (): Promise<string> => (await ask('openenv/session/create')).result.session_id,
    close: (session_id: string) => ask('openenv/session/close', { session_id }),
    call: (session_id: string | undefined, name: string, args: object = {}) =>
      ask('tools/call', { name, arguments: args, ...(session_id === undefined ? {} : { session_id }) }),
  }
}
