// @vitest-environment happy-dom
import { allWallets } from '@latchkey/catalog/all-wallets'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'
import type { useWalletList } from './use-wallet-list.ts'

const gateway = { url: 'http://gateway.example', project: 'p' }
afterEach(() => vi.unstubAllGlobals())

describe.each(versions)('useWalletList on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  /** A page with the hook; `draw` asks it for something else. */
  async function page(options: object, first: useWalletList.Parameters) {
    const { React, Client, hooks } = bundle
    const { kit } = fakeKit(bundle, options)
    const seen: useWalletList.ReturnType[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe({ given }: { readonly given: useWalletList.Parameters }): null {
      seen.push(hooks.useWalletList(given))
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    const draw = (given: useWalletList.Parameters) =>
      React.act(async () =>
        root.render(
          React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe, { given })),
        ),
      )
    await draw(first)
    const now = () => seen.at(-1)
    const reach = (status: string) =>
      vi.waitFor(async () => {
        await React.act(async () => {})
        expect(now()?.status).toBe(status)
      }, 15_000)
    return {
      draw,
      now,
      drawn: () => seen.map(names),
      reach,
      leave: () => React.act(async () => root.unmount()),
      act: React.act,
    }
  }
  const names = (list: useWalletList.ReturnType | undefined) =>
    list?.wallets.map(({ name }) => name)

  it('default: without a gateway the catalogue, page by page, the installed wallet first', async () => {
    const { draw, now, drawn, reach, leave } = await page({}, { pageSize: 5 })
    await reach('ready')
    // The installed wallet was drawn before the catalogue was loaded.
    expect(drawn()).toContainEqual(['Test Wallet'])
    const listed = allWallets().map(({ name }) => name)
    expect(names(now())).toEqual(['Test Wallet', ...listed.slice(0, 4)])
    expect(now()?.count).toBe(listed.length + 1)
    await draw({ pageSize: 5, page: 2 })
    expect(names(now())).toEqual(listed.slice(4, 9))
    await draw({ pageSize: 5, search: 'no such wallet' })
    expect(now()).toMatchObject({ wallets: [], count: 0, pageCount: 1, status: 'ready' })
    await leave()
  })

  it('behavior: with a gateway its pages; a failure is said and the list read again', async () => {
    const asked: string[] = []
    let isDown = true
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname, searchParams } = new URL(url)
      if (!pathname.endsWith('getWallets')) return Response.json({ http: [], ws: [] })
      asked.push(`${searchParams.get('page')} ${searchParams.get('search') ?? ''}`.trim())
      if (isDown) return Response.json({}, { status: 404 })
      return Response.json({ count: 7, data: [{ id: 'g', name: 'Gate' }] })
    })
    const { draw, now, reach, leave, act } = await page({ gateway }, { pageSize: 3 })
    await reach('failed')
    expect(names(now())).toEqual(['Test Wallet'])
    expect(now()?.error?.code).toBeTypeOf('string')
    isDown = false
    await act(async () => now()?.retry())
    await reach('ready')
    expect(names(now())).toEqual(['Test Wallet', 'Gate'])
    expect(now()).toMatchObject({ pageCount: 3 })
    await draw({ pageSize: 3, page: 2 })
    await reach('ready')
    expect(names(now())).toEqual(['Gate'])
    await draw({ pageSize: 3, search: 'gat' })
    await reach('ready')
    expect(names(now())).toEqual(['Gate'])
    expect(asked.slice(-2)).toEqual(['2', '1 gat'])
    await leave()
  })
})
