import type { AnyEnvironment } from '../core/index.ts'
import { answerTaskRequest, type HttpAnswer, printJson, type TaskRoute } from '../core/internal.ts'
import type { Registry } from './registry.ts'

/** The routes of the Task API (contract 1.4): under the name of an environment, as OpenEnv and ORS ask for them, and alone. */
export const TASK_ROUTES: Readonly<Record<TaskRoute, 'GET' | 'POST'>> = {
  splits: 'GET',
  tasks: 'POST',
  num_tasks: 'POST',
  task: 'POST',
  task_range: 'POST',
}

/** Names of what is served: of the URL's environment, or of the whole deployment, its default environment first. */
export function listEnvironments({ environments, defaultEnvironment, find }: Registry, addressed: string | undefined): HttpAnswer {
  const found = addressed === undefined ? undefined : find(addressed)
  const served = found === undefined ? [...new Set([defaultEnvironment, ...environments])] : [found]
  return { status: 200, body: printJson(served.map(({ name }) => name)) }
}

/** The environment of a task route: the URL's, which the path may name again; at the root any that the path names. */
export function environmentOfTasks(
  { find }: Registry,
  addressed: string | undefined,
  named: string | undefined,
): AnyEnvironment | undefined {
  if (named === undefined) return find(addressed)
  const found = find(named)
  return addressed === undefined || found === find(addressed) ? found : undefined
}

/** Answers a route of the Task API. */
export async function answerTasks(
  route: TaskRoute,
  { environment, name }: { environment: AnyEnvironment | undefined; name: string },
  request: Request,
): Promise<HttpAnswer> {
  const isJson = /\bjson\b/.test(request.headers.get('content-type') ?? '')
  return answerTaskRequest({ route, environment, name, body: { text: await request.text(), isJson } })
}
