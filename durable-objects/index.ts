export { CLOSE_EXPIRED, EnvironmentSession } from './environment-session.ts'
export { CLOSE_TAKEN } from './holding.ts'
export { isDurability, type SessionAddress, sessionUrl } from './session-address.ts'
export { createWorld } from './world.ts'
