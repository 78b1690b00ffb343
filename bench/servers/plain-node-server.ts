import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { echoReply } from './echo-reply.ts'

/** Run as a program: `node plain-node-server.ts <port>`. No environment, no sessions: what a socket and JSON cost in Node. */
const http = createServer((_, response) => response.end('{"status":"healthy"}'))
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, backlog: 4096 })
sockets.on('connection', (socket) => {
  let steps = 0
  socket.on('message', (frame) => socket.send(echoReply(String(frame), ++steps)))
})
http.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 })
