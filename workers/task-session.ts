/**
 * What OpenReward's SDK opens around each read of the Task API (ORS): an id, as an event stream. As on its own server it stands for
 * nothing that would have to be kept.
 */
export function createTaskSession(): Response {
  const body = `event: task_id\ndata: ${crypto.randomUUID()}\n\nevent: end\ndata: \n\n`
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } })
}

/** Its end. */
export function deleteTaskSession(request: Request): Response {
  return Response.json({ sid: request.headers.get('x-session-id') })
}
