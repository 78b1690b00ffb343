/** A call on the socket between a box and its object: the caller's number for it, a route, the request's JSON. */
export interface Asked {
  readonly id: string
  readonly route: string
  readonly body: string
}

/** Bodies are JSON already: they are carried behind what says whose they are, not printed again inside of it. */
export function printAsked({ id, route, body }: Asked): string {
  return `${id} ${route} ${body}`
}

export function readAsked(frame: string): Asked {
  const { head: id, rest } = cut(frame)
  const { head: route, rest: body } = cut(rest)
  return { id, route, body }
}

/** The answer to the call of this number, as JSON. */
export interface Answered {
  readonly id: string
  readonly answer: string
}

export function printAnswered({ id, answer }: Answered): string {
  return `${id} ${answer}`
}

export function readAnswered(frame: string): Answered {
  const { head: id, rest: answer } = cut(frame)
  return { id, answer }
}

function cut(text: string): { head: string; rest: string } {
  const at = text.indexOf(' ')
  return { head: text.slice(0, at), rest: text.slice(at + 1) }
}
