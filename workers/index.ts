export {
  type BoxBindings,
  BoxQueue,
  CLOSE_EXPIRED,
  CLOSE_TAKEN,
  ContainerProxy,
  EnvironmentBox,
  EnvironmentSession,
  SessionRegistry,
  StockContainer,
} from '../durable-objects/index.ts'
export { createWorker, type WorkerOptions } from './create-worker.ts'
export type { WorkerBindings } from './session-stub.ts'
