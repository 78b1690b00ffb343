// The sidecar through which workerd reaches a container, for machines without an image registry. It answers what workerd asks
// (workerd:src/workerd/server/container-client.c++): CONNECT to a port of the container, whose network it shares, and PUT /egress,
// GET /ca. It enforces no egress rule: what a container may reach is decided by the public image that it stands in for.
import { createServer } from 'node:http'
import { connect } from 'node:net'

const PORT = 39001

const server = createServer((_request, response) => response.end())

server.on('connect', (request, client) => {
  const port = Number(
    String(request.headers['x-dst-addr'] ?? request.url)
      .split(':')
      .at(-1),
  )
  const upstream = connect({ port, host: '127.0.0.1' })
  upstream.once('error', () => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  upstream.once('connect', () => {
    upstream.removeAllListeners('error')
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    upstream.pipe(client).pipe(upstream)
    for (const socket of [client, upstream]) {
      // Without it small frames wait for each other's acknowledgement: 46 ms instead of 5.
      socket.setNoDelay(true)
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  })
})

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
server.listen(PORT)
