// @vitest-environment happy-dom
import type { Asset } from '@latchkey/protocol'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'

const coin: Asset = { id: 'test:1/slip44:1', name: 'Test', symbol: 'TST', decimals: 4 }
const token: Asset = { id: 'test:1/tok:bob', name: 'Bob', symbol: 'BOB', decimals: 4 }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe.each(versions)('useSwapQuote and useSwapTokens on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  async function reading(amount: bigint | undefined, ms = 50) {
    const { React, Client, QueryClient, hooks, queries } = bundle
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname, searchParams } = new URL(address)
      asked.push(pathname)
      const [fromAccount, toAccount] = ['from', 'to'].map((name) => searchParams.get(name))
      const fromAmount = searchParams.get('amount')
      if (pathname.endsWith('quotes'))
        return Response.json({
          quotes: [{ fromAmount, fromAccount, toAmount: `${asked.length}`, toAccount }],
        })
      if (pathname.endsWith('tokens')) return Response.json({ tokens: [] })
      return Response.json({ http: ['test:1'], ws: [] })
    })
    const { kit } = fakeKit(bundle, { gateway: { url: 'http://gateway.example', project: 'p' } })
    const client = new QueryClient()
    const seen: string[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe(): null {
      const quote = queries.useSwapQuote({
        account: 'test:1:alice',
        pay: coin,
        receive: token,
        amount,
        client,
      })
      const tokens = queries.useSwapTokens({
        chain: amount === undefined ? undefined : 'test:1',
        client,
      })
      seen.push(
        `${quote.data?.receive.amount ?? '-'} ${quote.fetchStatus} ${tokens.data?.length ?? '-'}`,
      )
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    await React.act(async () => {
      root.render(React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe)))
    })
    await React.act(async () => {
      await vi.waitFor(() => expect(client.isFetching()).toBe(0), 5000)
      await vi.advanceTimersByTimeAsync(ms)
    })
    await React.act(async () => root.unmount())
    client.clear()
    return { asked, last: seen.at(-1) }
  }

  it('default', async () => {
    const { asked, last } = await reading(5n)
    expect(last).toMatch(/^\d+ idle 0$/)
    expect(asked.filter((path) => path.endsWith('quotes'))).toHaveLength(1)
  })

  it('behavior: asked again every ten seconds', async () => {
    const { asked } = await reading(5n, 20_500)
    expect(asked.filter((path) => path.endsWith('quotes'))).toHaveLength(3)
  })

  it('parameters: amount undefined asks nothing', async () => {
    expect(await reading(undefined, 20_500)).toEqual({ asked: [], last: '- idle -' })
  })
})
