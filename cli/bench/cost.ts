/** Cloudflare's list prices beyond what a plan includes, US dollars (platform.md 1.8). */
const DOLLARS = {
  workerRequest: 0.3 / 1e6,
  objectRequest: 0.15 / 1e6,
  gigabyteSecond: 12.5 / 1e6,
  rowWritten: 1 / 1e6,
}
/** Messages on a hibernating socket are counted twenty to a request. */
const MESSAGES_A_REQUEST = 20
/** What a Durable Object is billed for, however little of it is used. */
const OBJECT_GIGABYTES = 0.128

/** What an amount of play asks of the platform. */
export interface Usage {
  readonly connections: number
  /** Frames that clients sent; answers are free. */
  readonly frames: number
  /** Time that objects were awake, ms. */
  readonly awakeMs: number
  readonly rowsWritten: number
}

export interface Cost {
  readonly requests: number
  readonly duration: number
  readonly rows: number
  readonly total: number
}

/** The marginal price of it in dollars, without a plan's included amounts. */
export function costOf({ connections, frames, awakeMs, rowsWritten }: Usage): Cost {
  const requests = connections * DOLLARS.workerRequest + (connections + frames / MESSAGES_A_REQUEST) * DOLLARS.objectRequest
  const duration = (awakeMs / 1000) * OBJECT_GIGABYTES * DOLLARS.gigabyteSecond
  const rows = rowsWritten * DOLLARS.rowWritten
  return { requests, duration, rows, total: requests + duration + rows }
}
