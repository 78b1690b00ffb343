/** Of a frame that starts an episode: the only one that may start another container. */
export function isReset(frame: string | ArrayBuffer): boolean {
  return typeof frame === 'string' && /"type"\s*:\s*"reset"/.test(frame)
}

/** Sends a frame to a client that may have gone. */
export function send(socket: WebSocket, frame: string): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(frame)
}
