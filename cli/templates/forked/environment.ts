/** A fork of `__NAME__` of openenv-edge: `source/` is yours to change. */
export { __CONSTANT__ as environment } from './source/__MODULE__'
