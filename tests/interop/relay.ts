import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire between a client and a runtime that can be cut. */
export interface Relay extends AsyncDisposable {
  /** The runtime's origin, seen through the wire. */
  readonly url: string
  /** Cuts every connection now, both ends, without any goodbye. */
  cut(): void
  /** Lets the next request of each connection through, but not its answer: then cuts. */
  cutAfterRequest(): void
}

export async function startRelay(target: string): Promise<Relay> {
  const wires = new Set<Wire>()
  const server = createServer((client) => {
    const wire = join(client, connect(Number(new URL(target).port), '127.0.0.1'))
    wires.add(wire)
    client.once('close', () => wires.delete(wire))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The relay has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => wires.forEach((wire) => void wire.cut()),
    cutAfterRequest: () => wires.forEach((wire) => void wire.cutAfterRequest()),
    async [Symbol.asyncDispose]() {
      for (const wire of wires) wire.cut()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Wire {
  cut(): void
  cutAfterRequest(): void
}

function join(client: Socket, upstream: Socket): Wire {
  let isLast = false
  function cut(): void {
    client.destroy()
    upstream.destroy()
  }
  client.on('data', (bytes) => {
    upstream.write(bytes, () => isLast && cut())
  })
  upstream.on('data', (bytes) => void (isLast || client.write(bytes)))
  for (const socket of [client, upstream]) socket.setNoDelay().on('error', cut).on('close', cut)
  return {
    cut,
    cutAfterRequest() {
      isLast = true
    },
  }
}
