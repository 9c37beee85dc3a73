import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, session, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { cookieStorage } from './cookie-storage.ts'
import { cookieToInitialState } from './cookie-to-initial-state.ts'

/** A browser's cookies: it is assigned one cookie at a time, and tells all of them. */
const jar = new Map<string, string>()
const written: string[] = []
const page = {
  get cookie() {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  },
  set cookie(text: string) {
    written.push(text)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
    if (/; max-age=0(;|$)/.test(text)) jar.delete(name)
    else jar.set(name, value)
  },
}
beforeEach(() => {
  jar.clear()
  written.length = 0
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'https:' })
})
afterEach(() => vi.unstubAllGlobals())

const key = 'latchkey.default.v1.connections'
function connected(...accounts: string[]): string {
  const sessions = [{ ...session('alpha', accounts), peer: { name: 'Phone' }, chains: ['alpha:1'] }]
  return JSON.stringify([{ connector: 'w', sessions, hidden: [] }])
}

describe('cookieStorage', () => {
  test('default: a cookie of who is connected, which a server reads; it goes with the connection', async () => {
    const kit = createKit({
      adapters: [adapter('alpha', [wallet('w')])],
      storage: cookieStorage({ storage: storage() }),
    })
    kit.subscribe(() => {})
    await connect(kit, { connector: 'w' })
    await vi.waitFor(() => expect([...jar.keys()]).toEqual([key]))
    const server = createKit({ adapters: [adapter('alpha', [])], storage: null })
    expect(cookieToInitialState(server, page.cookie)).toEqual({
      connections: [{ connector: 'w', last: { sessions: [session('alpha')], hidden: [] } }],
    })
    await disconnect(kit)
    await vi.waitFor(() => expect([...jar.keys()]).toEqual([]))
  })

  test('default: the selected account alone, for this site and its requests', () => {
    cookieStorage({ storage: storage() }).setItem(key, connected('a1', 'a2'))
    expect(JSON.parse(decodeURIComponent(jar.get(key) ?? ''))).toEqual([
      { connector: 'w', sessions: [session('alpha', ['a1'])], hidden: [] },
    ])
    expect(written).toHaveLength(1)
    expect(written[0]).toMatch(/; path=\/; samesite=lax; max-age=31536000; secure$/)
  })

  test('parameters: domain, maxAgeSeconds, on a page without TLS', () => {
    vi.stubGlobal('location', { protocol: 'http:' })
    const options = { storage: storage(), domain: 'shop.example', maxAgeSeconds: 60 }
    cookieStorage(options).setItem(key, connected('a1'))
    expect(written[0]).toMatch(/; path=\/; samesite=lax; domain=shop\.example; max-age=60$/)
  })

  test('behavior: what else is stored never becomes a cookie', () => {
    const base = storage()
    const both = cookieStorage({ storage: base })
    for (const name of ['names', 'receivers', 'pending', 'recent', 'settled', 'theme']) {
      both.setItem(`latchkey.default.v1.${name}`, '["x"]')
    }
    both.setItem('other', '[]')
    expect(base.entries.size).toBe(7)
    expect(written).toEqual([])
  })

  test('behavior: a first visit writes no cookie; a reload heals what differs, and no more', () => {
    const base = storage()
    const both = cookieStorage({ storage: base })
    expect(both.getItem(key)).toBeNull()
    expect(written).toEqual([])
    base.setItem(key, connected('a1'))
    both.getItem(key)
    both.getItem(key)
    expect([written.length, jar.has(key)]).toEqual([1, true])
    base.removeItem(key)
    both.getItem(key)
    expect(jar.size).toBe(0)
  })

  test.each([
    ['too long for a cookie', connected(`a1${'1'.repeat(4000)}`)],
    ['no JSON', '{'],
    ['of another shape', '{"a":1}'],
    ['a foreign entry', '[null]'],
  ])('behavior: an entry that is %s takes the old cookie away', (_, text) => {
    const base = storage()
    const both = cookieStorage({ storage: base })
    both.setItem(key, connected('a1'))
    both.setItem(key, text)
    expect([base.entries.get(key), jar.size]).toEqual([text, 0])
  })

  test('behavior: without cookies, or on a server, the storage works as ever', () => {
    const refusing = {
      get cookie(): string {
        throw new Error('sandboxed')
      },
    }
    for (const nothing of [refusing, undefined]) {
      vi.stubGlobal('document', nothing)
      const both = cookieStorage({ storage: storage() })
      both.setItem(key, connected('a1'))
      expect(both.getItem(key)).toBe(connected('a1'))
      both.removeItem(key)
      expect(both.getItem(key)).toBeNull()
    }
    expect(cookieStorage().getItem(key)).toBeNull()
  })
})
