import { describe, expect, test, vi } from 'vitest'
import { holdActiveTab } from './hold-active-tab.ts'

/** Web Locks as far as `steal` and waiting go. */
function createLocks(): LockManager {
  const held = new Map<string, (reason: DOMException) => void>()
  const waiting: { name: string; start: () => void }[] = []
  const request = (name: string, options: LockOptions, work: () => Promise<void>) =>
    new Promise<void>((done, fail) => {
      const start = (): void => {
        held.get(name)?.(new DOMException('stolen', 'AbortError'))
        held.set(name, fail)
        void work().then(() => {
          if (held.get(name) === fail) held.delete(name)
          done()
          if (!held.has(name)) waiting.splice(0, 1)[0]?.start()
        })
      }
      options.signal?.addEventListener('abort', () =>
        fail(new DOMException('aborted', 'AbortError')),
      )
      if (options.steal || !held.has(name)) start()
      else waiting.push({ name, start })
    })
  return { request, query: vi.fn() } as unknown as LockManager
}

function tab(locks: LockManager | undefined, said: string[], name: string) {
  return holdActiveTab(locks, {
    name: 'place',
    enterActiveTab() {
      said.push(`${name} in`)
      return () => said.push(`${name} out`)
    },
    leave: () => said.push(`${name} elsewhere`),
  })
}

describe('holdPlace', () => {
  test('default', async () => {
    const said: string[] = []
    const locks = createLocks()
    tab(locks, said, 'one')
    const two = tab(locks, said, 'two')
    await vi.waitFor(() => expect(said).toEqual(['one in', 'two in', 'one out', 'one elsewhere']))
    two.stop()
    await vi.waitFor(() => expect(said.slice(4)).toEqual(['two out', 'one in']))
  })

  test('behavior: it can be taken back', async () => {
    const said: string[] = []
    const locks = createLocks()
    const one = tab(locks, said, 'one')
    tab(locks, said, 'two')
    await vi.waitFor(() => expect(said).toHaveLength(4))
    one.take()
    await vi.waitFor(() => expect(said.slice(4)).toEqual(['one in', 'two out', 'two elsewhere']))
  })

  test('behavior: without locks every tab speaks', () => {
    const said: string[] = []
    tab(undefined, said, 'one').stop()
    expect(said).toEqual(['one in', 'one out'])
  })
})
