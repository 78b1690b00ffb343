import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP relay that keeps everything back for half a round trip on each way: distance, on loopback. */
export interface Relay extends AsyncDisposable {
  readonly port: number
}

/** Relays a loopback port with `roundTripMs` added to each round trip. */
export async function startRelay(targetPort: number, roundTripMs: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    carry(near, far, roundTripMs / 2)
    carry(far, near, roundTripMs / 2)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  const dispose = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { port: address.port, [Symbol.asyncDispose]: dispose }
}

/** Timers of one length fire in the order in which they were set, so bytes stay in order. */
function carry(from: Socket, to: Socket, delayMs: number): void {
  const later = delayMs === 0 ? (deliver: () => void) => deliver() : (deliver: () => void) => setTimeout(deliver, delayMs)
  from.on('data', (bytes) => later(() => to.writable && to.write(bytes)))
  from.on('end', () => later(() => to.end()))
  from.on('close', () => later(() => to.end()))
}
