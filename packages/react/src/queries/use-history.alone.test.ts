// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'
import type { useHistory } from './use-history.ts'

type Answer =
  | { readonly ids: readonly string[]; readonly next?: string; readonly status?: string }
  | 'down'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe.each(versions)('useHistory on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  /** `pages` by cursor; may be changed while it runs. */
  function stage(pages: Record<string, Answer>) {
    const { React, Client, QueryClient, hooks, queries } = bundle
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname === '/v1/supported-chains') return Response.json({ http: ['test:1'], ws: [] })
      const cursor = searchParams.get('cursor') ?? ''
      asked.push(cursor)
      const page = pages[cursor] ?? { ids: [] }
      if (page === 'down') return Response.json({}, { status: 404 })
      const metadata = {
        operationType: 'send',
        hash: '0x1',
        minedAt: '2026-01-01T00:00:00Z',
        sentFrom: 'a',
        sentTo: 'b',
        status: page.status ?? 'confirmed',
        nonce: 1,
      }
      return Response.json({
        data: page.ids.map((id) => ({ id, metadata, transfers: [] })),
        next: page.next ?? null,
      })
    })
    const { kit } = fakeKit(bundle, { gateway: { url: 'http://gateway.example', project: 'p' } })
    const client: QueryClient = new QueryClient()
    const seen: useHistory.ReturnType[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe(): null {
      seen.push(queries.useHistory({ account: 'test:1:alice', client }))
      return null
    }
    const idle = () =>
      React.act(async () => {
        await vi.waitFor(() => expect(client.isFetching()).toBe(0), 5000)
        await new Promise((resolve) => setTimeout(resolve, 20))
      })
    const mount = async (strict = false) => {
      const root = Client.createRoot(document.createElement('div'))
      const probe = React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe))
      await React.act(async () => {
        root.render(strict ? React.createElement(React.StrictMode, null, probe) : probe)
      })
      await idle()
      return () => React.act(async () => root.unmount())
    }
    const last = () => seen.at(-1) as useHistory.ReturnType
    const act = async (run: (history: useHistory.ReturnType) => Promise<unknown>) => {
      await React.act(async () => {
        await run(last())
      })
      await idle()
    }
    const shown = () =>
      [
        last().status,
        last()
          .items.map(({ id }) => id)
          .join(''),
        last().hasMore,
      ] as const
    return { asked, mount, act, shown, last, client }
  }

  it('default', async () => {
    const { asked, mount, act, shown } = stage({
      '': { ids: ['a', 'b'], next: '1' },
      '1': { ids: ['b', 'c'] },
    })
    const leave = await mount()
    expect(shown()).toEqual(['success', 'ab', true])
    await act((history) => history.loadMore())
    expect(shown()).toEqual(['success', 'abc', false])
    expect(asked).toEqual(['', '1'])
    await leave()
  })

  it('behavior: after a failure nothing stays, and it begins anew without the old cursor', async () => {
    const pages: Record<string, Answer> = { '': { ids: ['a'], next: '1' }, '1': 'down' }
    const { asked, mount, act, shown, last } = stage(pages)
    const leave = await mount()
    await act(async (history) => expect(await history.loadMore()).toBe(false))
    expect(shown()).toEqual(['error', '', false])
    expect(last().error).toMatchObject({ code: 'transactions-unavailable' })
    pages[''] = { ids: ['z'], next: '2' }
    await act((history) => history.restart())
    expect(shown()).toEqual(['success', 'z', true])
    expect(asked).toEqual(['', '1', ''])
    await leave()
  })

  it('behavior: shown again within 15 s nothing is asked; later the first page only, and the others stay', async () => {
    const pages: Record<string, Answer> = {
      '': { ids: ['b', 'c'], next: '1' },
      '1': { ids: ['d'], next: '2' },
    }
    const { asked, mount, act, shown, last } = stage(pages)
    let leave = await mount()
    await act((history) => history.loadMore())
    await leave()
    pages[''] = { ids: ['a', 'b'], next: '1b', status: 'failed' }
    leave = await mount()
    expect([shown()[1], asked.length]).toEqual(['bcd', 2])
    await leave()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16_000 })
    leave = await mount(true)
    expect(shown()).toEqual(['success', 'abcd', true])
    expect(asked).toEqual(['', '1', ''])
    expect(last().items.map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'confirmed',
      'confirmed',
    ])
    await act((history) => history.refresh())
    await act((history) => history.loadMore())
    expect(asked).toEqual(['', '1', '', '', '2'])
    await leave()
  })

  it('behavior: a newer first page that does not meet the old one begins anew', async () => {
    const pages: Record<string, Answer> = { '': { ids: ['c'], next: '1' }, '1': { ids: ['d'] } }
    const { mount, act, shown } = stage(pages)
    const leave = await mount()
    await act((history) => history.loadMore())
    pages[''] = { ids: ['a', 'b'], next: '9' }
    await act((history) => history.refresh())
    expect(shown()).toEqual(['success', 'ab', true])
    pages[''] = 'down'
    await act((history) => history.refresh())
    expect(shown()).toEqual(['error', '', false])
    await leave()
  })

  it('behavior: cursors in a circle come to an end', async () => {
    const { mount, act, shown, asked } = stage({
      '': { ids: ['a'], next: '1' },
      '1': { ids: ['b'], next: '1' },
    })
    const leave = await mount()
    await act((history) => history.loadMore())
    expect(shown()).toEqual(['success', 'ab', false])
    await act((history) => history.loadMore())
    expect(asked).toEqual(['', '1'])
    await leave()
  })
})
