import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import {
  type AnyEnvironment,
  describe,
  httpError,
  loadEnvironment,
  type Mode,
  modeOf,
  OpenEnvError,
  type PlayRoute,
  printJson,
  type TaskRoute,
} from '../core/internal.ts'
import { isUpgrade } from '../durable-objects/index.ts'
import { type Address, AddressError, readAddress, refuseUnknownOption } from './address.ts'
import { playByCookie } from './cookie.ts'
import { docsPage } from './docs-page.ts'
import { forward, isElsewhere } from './elsewhere.ts'
import { answerRpcText } from './json-rpc.ts'
import { admit } from './limits/admit.ts'
import { refuseByLimit } from './limits/refuse.ts'
import { answerMetrics } from './metrics.ts'
import { openApiOf } from './openapi.ts'
import { isTrustedOrigin, refusalOfPage } from './origin.ts'
import type { Registry } from './registry.ts'
import { json, jsonOnce, methodNotAllowed, send } from './responses.ts'
import { listSessions } from './session-list.ts'
import { askSession, openSocket, type WorkerBindings } from './session-stub.ts'
import { answerStateless } from './stateless.ts'
import { answerTasks, listEnvironments, TASK_ROUTES, whoseTasks } from './task-routes.ts'
import { createTaskSession, deleteTaskSession } from './task-session.ts'

/** `environment` is undefined for a name that nobody has: only routes of the deployment go on without it. */
type App = { Bindings: WorkerBindings; Variables: { address: Address; environment: AnyEnvironment | undefined } }
type Handler = (context: Context<App>) => Response | Promise<Response>

/** What browsers and HTTP clients are asked for. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="openenv-edge", Basic realm="openenv-edge"' }
const PLAY_ROUTES: Readonly<Record<PlayRoute, 'GET' | 'POST'>> = { reset: 'POST', step: 'POST', state: 'GET' }

/** The HTTP side of a deployment. Routes are matched on what follows the address, so each is also under `/envs/<name>` and `/s/<key>`. */
export function createApp(registry: Registry): Hono<App> {
  const app = new Hono<App>({ getPath: (request) => routePath(request, registry) })

  app.use(cors({ origin: '*', exposeHeaders: ['mcp-session-id'] }))
  app.use(async (context, next) => {
    const refusal = refusalOfPage(context.req.raw, context.env)
    return refusal === undefined ? next() : send({ status: 403, body: printJson({ detail: refusal }) })
  })
  app.use(async (context, next) => {
    const address = readAddress(context.req.url)
    const served = registry.find(address.environment)
    const environment = served === undefined ? undefined : await loadEnvironment(served)
    if (environment !== undefined && isElsewhere(environment) && address.route !== 'envs') {
      const admitted = await admit(context.env, environment, address, context.req.raw)
      return forward(context.env, environment, admitted, context.req.raw)
    }
    refuseUnknownOption(address)
    if (address.hasTrailingSlash && !isUpgrade(context.req.raw)) return context.redirect(withoutSlash(context.req.url), 307)
    context.set('environment', environment)
    context.set('address', await admit(context.env, environment, address, context.req.raw))
    return next()
  })
  app.onError((error, context) => {
    if (error instanceof AddressError) return context.json({ detail: error.message }, 400)
    if (error instanceof OpenEnvError && error.code === 'QUOTA_EXCEEDED') {
      return refuseByLimit(error, context.req.raw, context.req.path === '/mcp')
    }
    const answer = httpError(error)
    return send(answer, answer.status === 401 ? CHALLENGE : {})
  })
  app.notFound((context) => send({ status: 404, body: printJson({ detail: whatIsMissing(context.var.address, registry) }) }))

  route(app, 'GET', '/envs', async () => json((await Promise.all(registry.environments.map(loadEnvironment))).map(describe)))
  route(app, 'GET', '/health', () => json({ status: 'healthy' }))
  route(app, 'GET', '/metadata', (context) => json(metadataOf(find(registry, context))))
  route(app, 'GET', '/schema', (context) => jsonOnce(describe(find(registry, context)).schemas))
  route(app, 'GET', '/metrics', (context) => answerMetrics(context.env, registry.environments))
  route(app, 'GET', '/sessions', async (context) =>
    json(await listSessions(context.env, find(registry, context).name, context.var.address.subject)),
  )
  for (const [name, method] of Object.entries(PLAY_ROUTES)) {
    route(app, method, `/${name}`, (context) => play(context, registry, name as PlayRoute))
  }
  route(app, 'GET', '/openapi.json', (context) =>
    json(openApiOf(find(registry, context), mode(context, registry), baseOf(context).pathname)),
  )
  route(app, 'GET', '/docs', (context) => context.html(docsPage(find(registry, context), mode(context, registry), baseOf(context).href)))
  route(app, 'GET', '/list_environments', (context) => send(listEnvironments(registry, context.var.address.environment)))
  route(app, 'POST', '/create_session', createTaskSession)
  route(app, 'POST', '/delete_session', (context) => deleteTaskSession(context.req.raw))
  for (const [name, method] of Object.entries(TASK_ROUTES)) {
    for (const path of [`/${name}`, `/:environment/${name}`]) {
      route(app, method, path, (context) => tellTasks(context, registry, name as TaskRoute))
    }
  }
  route(app, 'GET', '/client.tar.gz', async (context) => {
    const { clientTarball } = await import('./client-package.ts')
    return clientTarball(describe(find(registry, context)))
  })
  route(app, 'GET', '/ws', (context) => openWebSocket(context, registry))
  app.all('/mcp', (context) => answerTools(context, registry))
  return app
}

/** The path that a request is matched on: its route, whatever stands before it. A name that nobody has matches nothing. */
function routePath(request: Request, registry: Registry): string {
  try {
    const address = readAddress(request.url)
    return registry.find(address.environment) === undefined ? '/unknown-environment' : `/${address.route}`
  } catch {
    return '/'
  }
}

/** Registers a handler and answers other methods as FastAPI does. */
function route(app: Hono<App>, method: 'GET' | 'POST', path: string, handler: Handler): void {
  app.on(method, path, (context) => (context.req.raw.method === method ? handler(context) : methodNotAllowed(method)))
  app.all(path, () => methodNotAllowed(method))
}

async function play(context: Context<App>, registry: Registry, name: PlayRoute): Promise<Response> {
  const { address } = context.var
  const environment = find(registry, context)
  if (mode(context, registry) === 'production') return context.notFound()
  if (address.key !== undefined) return askSession(context.env, environment, address, context.req.raw)
  const response = await playByCookie(context.env, environment, address, context.req.raw)
  if (response !== undefined) return response
  return send(await answerStateless(environment, context.env, { route: name, address, request: context.req.raw }))
}

async function tellTasks(context: Context<App>, registry: Registry, name: TaskRoute): Promise<Response> {
  const { address } = context.var
  const [named, deployment] = [context.req.param('environment'), context.req.header('x-deployment')]
  const owner = whoseTasks(registry, { addressed: address.environment, named, deployment })
  const environment = owner.environment === undefined ? undefined : await loadEnvironment(owner.environment)
  if (environment !== undefined && isElsewhere(environment)) return forward(context.env, environment, address, context.req.raw)
  return send(await answerTasks(name, { name: owner.name, environment }, context.req.raw))
}

function openWebSocket(context: Context<App>, registry: Registry): Response | Promise<Response> {
  if (!isUpgrade(context.req.raw)) return send({ status: 426, body: '{"detail":"This is a WebSocket: connect with ws:// or wss://."}' })
  return openSocket(context.env, find(registry, context), context.var.address, context.req.raw)
}

/** Three protocols on one path: OpenEnv's JSON-RPC over HTTP and over a socket, and real MCP for who accepts event streams. */
async function answerTools(context: Context<App>, registry: Registry): Promise<Response> {
  const place = { bindings: context.env, environment: find(registry, context), address: context.var.address }
  const { raw: request } = context.req
  if (isUpgrade(context.req.raw)) return openSocket(place.bindings, place.environment, place.address, request)
  const isEnd = request.method === 'DELETE' && request.headers.has('mcp-session-id')
  if (isEnd || request.headers.get('accept')?.includes('text/event-stream') === true) {
    if (!isTrustedOrigin(request, context.env.OPENENV_ALLOWED_ORIGINS))
      return send({ status: 403, body: '{"detail":"Origin not allowed"}' })
    const { answerMcp } = await import('./mcp-server.ts')
    return answerMcp(place, request)
  }
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return send({ status: 200, body: await answerRpcText(place, await request.text()) })
}

function find(registry: Registry, context: Context<App>): AnyEnvironment {
  const { address, environment } = context.var
  if (environment === undefined) throw new AddressError(whatIsMissing(address, registry))
  return environment
}

function whatIsMissing({ environment }: Address, registry: Registry): string {
  if (registry.find(environment) !== undefined) return 'Not Found'
  return `No environment named "${environment}". Known: ${registry.environments.map(({ name }) => name).join(', ')}.`
}

function mode(context: Context<App>, registry: Registry): Mode {
  return modeOf(find(registry, context), context.env.OPENENV_MODE)
}

/** The URL that a client takes for this environment: what stands before the route, without a slash at its end. */
function baseOf(context: Context<App>): { pathname: string; href: string } {
  const { origin, pathname } = new URL(context.req.url)
  const base = pathname.slice(0, -context.var.address.route.length).replace(/\/+$/, '')
  return { pathname: base, href: origin + base }
}

function metadataOf(environment: AnyEnvironment) {
  const { name, description, version } = describe(environment)
  return { name, description, readme_content: null, version, author: null, documentation_url: null }
}

function withoutSlash(href: string): string {
  const url = new URL(href)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href
}
