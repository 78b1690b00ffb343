import { afterEach, expect, test, vi } from 'vitest'
import { LeaseBook, type Probe } from '../../durable-objects/registry/lease-book.ts'
import { createStorage } from './storage.ts'

afterEach(() => {
  vi.useRealTimers()
})

const CANNOT_SAY: readonly (readonly [string, Probe])[] = [
  ['fails', () => Promise.reject(new Error('The object was reset.'))],
  ['never answers', () => new Promise(() => {})],
]

for (const [what, probe] of CANNOT_SAY) {
  test(`a session that ${what} when it is asked whether it plays keeps its place, and who wants that is refused`, async () => {
    vi.useFakeTimers()
    const { kv } = createStorage().storage
    kv.put('lease/silent', 1)
    const book = new LeaseBook(kv, probe)
    const answer = book.acquire({ session: 'next', limit: 1, waitMs: 0, idleMs: 1 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toEqual({ isGranted: false, active: 1 })
    expect(book.waiting).toBe(0)
  })
}
