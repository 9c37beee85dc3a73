// @vitest-environment happy-dom
import type { AccountId } from '@latchkey/protocol'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeKit } from '../../test/fake-kit.ts'
import { type Bundle, versions, withReact } from '../../test/with-react.ts'

describe.each(versions)('useBalances on React %i', (version) => {
  let bundle: Bundle
  beforeAll(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    bundle = await withReact(version)
  })

  async function reading(account: AccountId | undefined) {
    const { React, Client, QueryClient, hooks, queries } = bundle
    const { kit } = fakeKit(bundle)
    const client = new QueryClient()
    const seen: string[] = []
    // biome-ignore lint/correctness/noComponentHookFactories: the React under test is known at run time only
    function Probe(): null {
      const { fetchStatus, data } = queries.useBalances({ account, client })
      seen.push(`${fetchStatus} ${data?.map(({ amount }) => amount).join() ?? '-'}`)
      return null
    }
    const root = Client.createRoot(document.createElement('div'))
    await React.act(async () => {
      root.render(React.createElement(hooks.KitProvider, { kit }, React.createElement(Probe)))
    })
    const tick = () => React.act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)))
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 5000)
    // What has come is told in a task of its own.
    await tick()
    await React.act(async () => root.unmount())
    client.clear()
    return seen
  }

  it('default', async () => {
    const seen = await reading('test:1:alice')
    expect(seen[0]).toBe('fetching -')
    expect(seen.at(-1)).toBe('idle 12345')
  })

  it('parameters: account undefined asks nothing', async () => {
    expect(new Set(await reading(undefined))).toEqual(new Set(['idle -']))
  })
})
