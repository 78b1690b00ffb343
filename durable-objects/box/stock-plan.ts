import type { ContainerPlace } from '../../core/container-environment.ts'

/** How a request is to reach its container: said by the Worker, believed by the object, which nobody else can reach. */
export interface StockPlan extends Pick<ContainerPlace, 'port' | 'allow' | 'env'> {
  /** What stands before the container's own path in the client's URL. */
  readonly prefix: string
  /** The same as the container is told it: without the client's token. */
  readonly told: string
  /** The container ends with the socket that it was started for. */
  readonly endsWithSocket: boolean
}

const PLAN_HEADER = 'x-openenv-edge-plan'

export function withPlan(headers: Headers, plan: StockPlan): Headers {
  const copy = new Headers(headers)
  copy.set(PLAN_HEADER, encodeURIComponent(JSON.stringify(plan)))
  return copy
}

/** The plan, and the headers as the client sent them. */
export function takePlan(headers: Headers): { plan: StockPlan; headers: Headers } {
  const copy = new Headers(headers)
  const text = decodeURIComponent(copy.get(PLAN_HEADER) ?? '')
  copy.delete(PLAN_HEADER)
  return { plan: JSON.parse(text) as StockPlan, headers: copy }
}
