// @vitest-environment happy-dom
import { connect, createKit, type Kit, type KitOptions } from '@latchkey/core'
import { KitProvider } from '@latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../../packages/core/test/fake-parts.ts'
import type { ViewModal } from '../../packages/modal/src/contract/view.ts'
import { AccountActions } from '../../packages/modal/src/features/account/AccountActions.tsx'
import { useReceiver } from '../../packages/modal/src/features/send/use-receiver.ts'
import { useWalletSearch } from '../../packages/modal/src/features/wallets/all-wallets/use-wallet-search.ts'
import { accountWords } from '../../packages/modal/src/words/en/account.ts'
import { buyWords } from '../../packages/modal/src/words/en/buy.ts'

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function page(more: Partial<KitOptions> = {}): Promise<{ kit: Kit; looked: string[] }> {
  const fox = wallet('fox', ['eip155'])
  const evm = adapter('eip155', [fox])
  const looked: string[] = []
  const read = {
    ...evm.read,
    addressOfName: async (_: unknown, name: string) => {
      looked.push(name)
      return 'a7'
    },
  }
  const kit = createKit({ adapters: [{ ...evm, read }], storage: storage(), ...more })
  onTestFinished(kit.subscribe(() => undefined))
  await connect(kit, { connector: 'fox' })
  return { kit, looked }
}

/** Draws, lets time go by, and draws something else. */
async function drawn(
  kit: Kit,
): Promise<{ draw(element: ReactElement): Promise<HTMLElement>; wait(ms: number): Promise<void> }> {
  const place = document.createElement('div')
  const root = createRoot(place)
  const client = new QueryClient()
  onTestFinished(() => {
    act(() => root.unmount())
    client.clear()
  })
  return {
    draw: async (element) => {
      await act(async () =>
        root.render(
          <QueryClientProvider client={client}>
            <KitProvider kit={kit}>{element}</KitProvider>
          </QueryClientProvider>,
        ),
      )
      return place
    },
    wait: (ms) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
  }
}

function Receiver({ kit, text }: { readonly kit: Kit; readonly text: string }): string {
  const evm = kit.adapters.eip155 ?? expect.unreachable()
  return useReceiver(text, { adapter: evm, chain: 'eip155:1' }).lookup
}

function Search({ kit, text }: { readonly kit: Kit; readonly text: string }): null {
  useWalletSearch(kit, text, 1)
  return null
}

describe('waiting times', () => {
  test('behavior: a name is looked up half a second after the last letter', async () => {
    const { kit, looked } = await page()
    const { draw, wait } = await drawn(kit)
    await draw(<Receiver kit={kit} text="" />)
    await draw(<Receiver kit={kit} text="ada.nam" />)
    await wait(499)
    const place = await draw(<Receiver kit={kit} text="ada.name" />)
    await wait(499)
    expect([looked, place.textContent]).toEqual([[], 'running'])
    await wait(1)
    await wait(100)
    expect([looked, place.textContent]).toEqual([['ada.name'], 'found'])
  })

  test('behavior: the gateway is asked for wallets 300 ms after the last letter, for a hundred at most', async () => {
    const asked: URLSearchParams[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('getWallets')) asked.push(new URL(url).searchParams)
      return Response.json({ count: 0, data: [] })
    })
    const { kit } = await page({ gateway: { url: 'https://gate.example', project: 'p' } })
    const { draw, wait } = await drawn(kit)
    await draw(<Search kit={kit} text="fo" />)
    await wait(299)
    await draw(<Search kit={kit} text=" fox " />)
    await wait(299)
    expect(asked).toHaveLength(0)
    await wait(1)
    await act(() => vi.dynamicImportSettled())
    expect(asked).toHaveLength(1)
    expect([asked[0]?.get('search'), asked[0]?.get('entries')]).toEqual(['fox', '100'])
  })
})

describe('AccountActions', () => {
  const names = async (
    features: NonNullable<KitOptions['features']>,
  ): Promise<(string | null)[]> => {
    const { kit } = await page({ gateway: { url: 'https://gate.example', project: 'p' }, features })
    const { draw } = await drawn(kit)
    const modal = {
      words: { account: accountWords.account, buy: buyWords },
    } as unknown as ViewModal<never>
    const place = await draw(<AccountActions kit={kit} modal={modal} canSend canSwap />)
    return [...place.querySelectorAll('button')].map(({ textContent }) => textContent)
  }

  test('default: buying, swapping, receiving, sending', async () => {
    expect(await names({})).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
  })

  test('parameters: walletFeaturesOrder', async () => {
    expect(await names({ walletFeaturesOrder: ['send', 'swaps'] })).toEqual(['Send', 'Swap'])
  })
})
