export type { Box, Edit, ExecOptions, KernelAnswer, Pty, PythonResult } from './box/box.ts'
export { BoxError } from './box/box-error.ts'
export type { ExecResult, FileEntry, PtyOutput } from './box/protocol.ts'
export { type CheckOptions, checkEnvironment, type Finding } from './check/check-environment.ts'
export { clientSourceOf } from './client-package/client-source.ts'
export { type ClientPackage, type ClientSource, pythonClient } from './client-package/python-package.ts'
export { type ContainerEnvironmentDefinition, type ContainerPlace, defineContainerEnvironment } from './container-environment.ts'
export { type Description, describe } from './describe.ts'
export {
  type AnyEnvironment,
  type Awaitable,
  type BoxDefinition,
  type Context,
  type Durability,
  defineEnvironment,
  type Environment,
  type EnvironmentDefinition,
  type Picture,
  type ResetContext,
  type StateView,
  type Turn,
} from './environment.ts'
export { type ErrorCode, OpenEnvError } from './errors.ts'
export type { Json, JsonObject } from './json.ts'
export type { LazyEnvironment, ServedEnvironment } from './lazy-environment.ts'
export { defineRemoteEnvironment, type RemoteEnvironmentDefinition, type RemotePlace } from './remote-environment.ts'
export { createRng, type Rng } from './rng.ts'
export { type ChatModelOptions, createChatModel } from './rubrics/chat-model.ts'
export { type DiscountOptions, discounted } from './rubrics/discounted.ts'
export { gate } from './rubrics/gate.ts'
export { type JudgeOptions, judge, type LanguageModel } from './rubrics/judge.ts'
export { type RemoteOptions, remote } from './rubrics/remote.ts'
export type { NamedRubrics, Rubric, Score, ScoredTurn } from './rubrics/rubric.ts'
export { sequential } from './rubrics/sequential.ts'
export { weighted } from './rubrics/weighted.ts'
export { type PackedSplit, type PackedTasks, packedTasks, packRows } from './tasks/packed.ts'
export { type GeneratedOptions, generatedTasks, listedTasks, type TaskPlace } from './tasks/sources.ts'
export type { SplitType, Task, TaskSet, TaskSetOptions, TaskSplit } from './tasks/task-set.ts'
export type { Mode, Tool, ToolCall, ToolDescription, ToolError, ToolOutcome, ToolSet, ToolTurn } from './tool.ts'
export { defineToolEnvironment, type OtherAction, type ToolEnvironmentDefinition, type ToolStart } from './tool-environment.ts'
