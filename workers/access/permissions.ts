import type { Scope } from './tokens.ts'

/** What a route asks for: `public` nothing, `catalogue` what is served, `watch` sessions as they are, `tools` calling tools, `play` the rest. */
export type Permission = 'public' | 'catalogue' | 'watch' | 'tools' | 'play'

const PERMISSIONS: Readonly<Record<Scope, ReadonlySet<Permission>>> = {
  orchestrator: new Set(['catalogue', 'watch', 'tools', 'play']),
  agent: new Set(['catalogue', 'tools']),
  observer: new Set(['catalogue', 'watch']),
}

const ROUTES: Readonly<Record<string, Permission>> = {
  health: 'public',
  envs: 'catalogue',
  metadata: 'catalogue',
  schema: 'catalogue',
  'openapi.json': 'catalogue',
  docs: 'catalogue',
  list_environments: 'catalogue',
  create_session: 'catalogue',
  delete_session: 'catalogue',
  state: 'watch',
  sessions: 'watch',
  metrics: 'watch',
  mcp: 'tools',
}

/** The Task API's routes, under an environment's name or alone. */
const TASKS = /^([^/]+\/)?(splits|tasks|num_tasks|task|task_range)$/

/** What a route asks for. A route that is not listed is the orchestrator's. An agent must not see `state`: it may hold the solution. */
export function permissionOf(route: string): Permission {
  return ROUTES[route] ?? (TASKS.test(route) ? 'catalogue' : 'play')
}

/** What a token may not do, in words. */
export const DEEDS: Readonly<Record<Permission, string>> = {
  public: 'ask this',
  catalogue: 'look at what is served',
  watch: 'look at sessions',
  tools: 'call tools',
  play: 'play',
}

export function allows(scope: Scope, permission: Permission): boolean {
  return permission === 'public' || PERMISSIONS[scope].has(permission)
}
