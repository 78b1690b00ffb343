import { expect, test } from 'vitest'
import { boxLibrary, lazyBoxLibrary, lazyLibrary, library } from '../../environments/index.ts'

test('the lazy library loads every bundled environment, in order, and tells its facts as it does', async () => {
  const lazy = [...lazyLibrary, ...lazyBoxLibrary]
  const environments = [...library, ...boxLibrary]
  expect(await Promise.all(lazy.map(({ load }) => load()))).toEqual(environments)
  const facts = environments.map(({ name, aliases = [], box, maxSessions }) => ({ name, aliases, box, maxSessions }))
  expect(lazy.map(({ name, aliases = [], box, maxSessions }) => ({ name, aliases, box, maxSessions }))).toEqual(facts)
})
