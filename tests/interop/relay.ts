import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire between a client and a runtime that can be cut. */
export interface Relay extends AsyncDisposable {
  /** The runtime's origin, seen through the wire. */
  readonly url: string
  /** Cuts every connection now, both ends, without any goodbye. */
  cut(): void
  /** Swallows the next answer of each connection and cuts there: its request was served. */
  cutBeforeAnswer(): void
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
    cutBeforeAnswer: () => wires.forEach((wire) => void wire.cutBeforeAnswer()),
    async [Symbol.asyncDispose]() {
      for (const wire of wires) wire.cut()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Wire {
  cut(): void
  cutBeforeAnswer(): void
}

function join(client: Socket, upstream: Socket): Wire {
  let isLast = false
  function cut(): void {
    client.destroy()
    upstream.destroy()
  }
  client.on('data', (bytes) => void upstream.write(bytes))
  upstream.on('data', (bytes) => void (isLast ? cut() : client.write(bytes)))
  for (const socket of [client, upstream]) socket.setNoDelay().on('error', cut).on('close', cut)
  return {
    cut,
    cutBeforeAnswer() {
      isLast = true
    },
  }
}
