import { compileEnvironment } from './compiled.ts'
import { CallContext, type Lifetime, RESET_TURN } from './context.ts'
import type { World } from './effects.ts'
import type { AnyEnvironment } from './environment.ts'
import type { Episode } from './episode.ts'
import type { Json } from './json.ts'
import { chooseTask } from './tasks/choose-task.ts'

/** JSON text of what `state` shows of an episode. */
export function showState(environment: AnyEnvironment, episode: Episode): string {
  const { view } = environment
  return print(environment, episode.id, episode.stepCount, view === undefined ? episode.state : view.from(episode.state, episode))
}

/** JSON text of what `state` shows before the first reset: OpenEnv's environments answer with what their constructor made. */
export async function previewState(environment: AnyEnvironment, world: World, lifetime: Lifetime): Promise<string> {
  const { view } = environment
  const id = view?.namedBeforeReset === true ? crypto.randomUUID() : null
  if (view?.beforeReset !== undefined) return print(environment, id, 0, view.beforeReset())
  const turn = await previewReset(environment, world, lifetime)
  if (turn === undefined) return `{"episode_id":${JSON.stringify(id)},"step_count":0}`
  return print(environment, id, 0, view === undefined ? turn.state : view.from(turn.state))
}

/** Undefined for an environment that cannot start without options: it has nothing to show yet. */
async function previewReset(environment: AnyEnvironment, world: World, lifetime: Lifetime): Promise<{ readonly state: Json } | undefined> {
  try {
    const call = new CallContext({ id: '', seed: '0', salt: 0, stepCount: 0 }, world, lifetime, RESET_TURN)
    const options = compileEnvironment(environment).readOptions?.({}, [], false) ?? {}
    const task = await chooseTask(environment.tasks, {}, 0n)
    return await environment.reset(Object.assign(call, { seed: 0n, isSeeded: false, options, task, previous: undefined }))
  } catch {
    return undefined
  }
}

function print(environment: AnyEnvironment, id: string | null, stepCount: number, shown: unknown): string {
  const { countsSteps, printView } = compileEnvironment(environment)
  const count = countsSteps ? '' : `,"step_count":${stepCount}`
  return `{"episode_id":${JSON.stringify(id)}${count}${printView(shown)}}`
}
