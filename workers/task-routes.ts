import type { AnyEnvironment, ServedEnvironment } from '../core/index.ts'
import { answerTaskRequest, type HttpAnswer, printJson, readHttpBody, type TaskRoute } from '../core/internal.ts'
import type { Registry } from './registry.ts'

/** The routes of the Task API (contract 1.4): under the name of an environment, as OpenEnv and ORS ask for them, and alone. */
export const TASK_ROUTES: Readonly<Record<TaskRoute, 'GET' | 'POST'>> = {
  splits: 'GET',
  tasks: 'POST',
  num_tasks: 'POST',
  task: 'POST',
  task_range: 'POST',
}

/** What a request says about whose tasks it asks for. */
export interface TaskAddress {
  /** The environment that the URL is of: `/envs/<name>/…`. */
  readonly addressed: string | undefined
  /** The name right before the route: `…/<name>/splits`. */
  readonly named: string | undefined
  /** Of the header `X-Deployment`. */
  readonly deployment: string | undefined
}

/** Whose tasks are asked for; without an environment where there is none of that name. */
export interface TaskOwner<Served extends ServedEnvironment = ServedEnvironment> {
  readonly environment: Served | undefined
  readonly name: string
}

/** Names of what is served: of the URL's environment, or of the whole deployment, its default environment first. */
export function listEnvironments({ environments, defaultEnvironment, find }: Registry, addressed: string | undefined): HttpAnswer {
  const found = addressed === undefined ? undefined : find(addressed)
  const served = found === undefined ? [...new Set([defaultEnvironment, ...environments])] : [found]
  return { status: 200, body: printJson(served.map(({ name }) => name)) }
}

/**
 * Whose tasks are asked for: those of the URL's environment, which the path may name again; at the root any that the path names, or
 * that the header of OpenReward's SDK names (`owner/name`), else the default's.
 */
export function whoseTasks({ find }: Registry, { addressed, named, deployment }: TaskAddress): TaskOwner {
  const name = named ?? (addressed === undefined ? deployment?.split('/').at(-1) : undefined)
  if (name === undefined) return { environment: find(addressed), name: addressed ?? '' }
  const found = find(name)
  return { environment: addressed === undefined || found === find(addressed) ? found : undefined, name }
}

/** Answers a route of the Task API. */
export async function answerTasks(
  route: TaskRoute,
  { environment, name }: TaskOwner<AnyEnvironment>,
  request: Request,
): Promise<HttpAnswer> {
  return answerTaskRequest({ route, environment, name, body: await readHttpBody(request) })
}
