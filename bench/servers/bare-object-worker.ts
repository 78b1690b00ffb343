import { DurableObject } from 'cloudflare:workers'
import { echoReply } from './echo-reply.ts'

interface Bindings {
  readonly ECHOES: DurableObjectNamespace<EchoObject>
}

/** The least that a session on this platform can be: one Durable Object with one hibernating socket, no environment. */
export class EchoObject extends DurableObject<Bindings> {
  #steps = 0

  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    socket.send(echoReply(String(frame), ++this.#steps))
  }
}

export default {
  fetch(request: Request, bindings: Bindings): Response | Promise<Response> {
    if (request.headers.get('upgrade') !== 'websocket') return Response.json({ status: 'healthy' })
    return bindings.ECHOES.get(bindings.ECHOES.newUniqueId()).fetch(request)
  },
}
