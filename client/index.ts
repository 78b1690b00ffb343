export { type ErrorCode, OpenEnvError } from '../core/errors.ts'
export type { Client } from './client.ts'
export { connect } from './connect.ts'
export type { CallOptions, ClientState, ClientTurn, ConnectOptions, ResetOptions, ToolDescription, ToolTurn } from './types.ts'
