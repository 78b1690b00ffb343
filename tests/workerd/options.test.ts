import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openSocket } from './socket.ts'

async function refusalOf(path: string): Promise<string> {
  const response = await exports.default.fetch(`http://host/envs/ledger${path}`)
  expect(response.status).toBe(400)
  return ((await response.json()) as { detail: string }).detail
}

test.each([
  ['/o/region=mars/ws', 'Unknown region "mars". Known: wnam,'],
  ['/state?region=mars', 'Unknown region "mars"'],
  ['/o/durabilty=step/ws', 'Unknown option "durabilty"'],
  ['/state?durabilty=step', 'Unknown option "durabilty" in the query. Known: durability,'],
  ['?durabilty=step/ws', 'Unknown option "durabilty" in the query'],
  ['/s/k/state?sessionid=x', 'Known: durability, region, run, client, wait, token, session_id.'],
])('what is no option is refused, not ignored: %s', async (path, words) => {
  expect(await refusalOf(path)).toContain(words)
})

test('an option in the query is read as one in the path is, and a page may be asked for with any query', async () => {
  const socket = await openSocket('/envs/ledger?durability=step&region=weur/ws')
  expect((await socket.reset()).type).toBe('observation')
  socket.close()
  expect((await exports.default.fetch('http://host/envs/ledger/docs?utm=1')).status).toBe(200)
})
