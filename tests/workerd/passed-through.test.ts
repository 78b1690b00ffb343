import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { defineContainerEnvironment, defineRemoteEnvironment } from '../../core/index.ts'
import { createWorker } from '../../workers/index.ts'

const TOKEN = 'ann-orchestrator-0123456789'
const WORKER = createWorker({
  environments: [
    defineRemoteEnvironment({ name: 'remote', version: '1', url: 'http://elsewhere.test/env', secret: 'THEIRS' }),
    defineContainerEnvironment({ name: 'contained', version: '1', image: 'any', binding: 'CONTAINER' }),
  ],
})

/** The server behind: it answers with what it was sent, or with a redirect to where it is asked to. */
function answer(request: Request): Response {
  const { searchParams } = new URL(request.url)
  const location = searchParams.get('location')
  if (location !== null) return new Response(null, { status: 307, headers: { location } })
  return Response.json({ url: request.url, ...Object.fromEntries(request.headers) })
}

const NAMESPACE = { idFromName: (name: string) => name, newUniqueId: () => 'new', get: () => ({ fetch: answer }) }

afterEach(() => void vi.unstubAllGlobals())

type Init = { method?: string; headers?: Record<string, string> }

async function ask(path: string, init: Init, tokens: string | undefined): Promise<Response> {
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => answer(new Request(url, options)))
  if (WORKER.fetch === undefined) throw new Error('the worker answers no requests')
  const access = tokens === undefined ? {} : { OPENENV_TOKENS: tokens }
  const request = new Request(`http://host${path}`, { redirect: 'manual', ...init }) as Parameters<typeof WORKER.fetch>[0]
  return WORKER.fetch(request, { ...env, CONTAINER: NAMESPACE, THEIRS: 'their-secret', ...access } as never, createExecutionContext())
}

const WAYS: [string, string, Record<string, string>][] = [
  ['a bearer token', '', { authorization: `Bearer ${TOKEN}` }],
  ['Basic authentication', '', { authorization: `Basic ${btoa(`user:${TOKEN}`)}` }],
  ['X-API-Key', '', { 'x-api-key': TOKEN }],
  ['the path', `/t/${TOKEN}`, { referer: `http://host/t/${TOKEN}/envs/contained/web` }],
  ['the query', '', {}],
]

for (const name of ['remote', 'contained']) {
  for (const [way, before, headers] of WAYS) {
    test(`the server of "${name}" never sees the token that came by ${way}`, async () => {
      const query = way === 'the query' ? `?token=${TOKEN}&page=2` : '?page=2'
      // Health is public, so that nothing has looked at the token; a container's is answered here.
      for (const route of name === 'remote' ? ['pages', 'health'] : ['pages']) {
        const sent = await ask(`${before}/envs/${name}/${route}${query}`, { headers: { ...headers, 'x-other': 'kept' } }, TOKEN)
        const { 'x-openenv-edge-plan': _, ...seen } = (await sent.json()) as Record<string, string>
        for (const value of Object.values(seen)) {
          for (const text of [TOKEN, btoa(`user:${TOKEN}`)]) expect(value).not.toContain(text)
        }
        expect(seen).toMatchObject({ 'x-other': 'kept', 'x-forwarded-prefix': `/envs/${name}`, url: expect.stringMatching(/\?page=2$/) })
      }
    })
  }
}

test('what no access here is made of passes on to a container: its own cookies, and headers where there are no tokens', async () => {
  const cookie = 'theirs=1; openenv_session=00000000-0000-4000-8000-000000000000; more=2'
  const seen = async (headers: Record<string, string>, tokens?: string) => (await ask('/envs/contained/pages', { headers }, tokens)).json()
  expect(await seen({ authorization: 'Bearer theirs', 'x-api-key': 'k', cookie })).toMatchObject({
    authorization: 'Bearer theirs',
    'x-api-key': 'k',
    cookie: 'theirs=1; more=2',
  })
  expect(await seen({ authorization: `Bearer ${TOKEN}`, 'x-api-key': 'theirs' }, TOKEN)).toMatchObject({ 'x-api-key': 'theirs' })
})

test("a redirect leads back behind the client's own prefix, its token included, whether the server used the one it was told or not", async () => {
  for (const location of ['/there', 'http://elsewhere.test/envs/remote/there']) {
    const response = await ask(`/t/${TOKEN}/envs/remote/here?location=${encodeURIComponent(location)}`, {}, TOKEN)
    expect(response.headers.get('location')).toBe(`http://host/t/${TOKEN}/envs/remote/there`)
  }
})
