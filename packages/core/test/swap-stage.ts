import type { AccountId } from '@latchkey/protocol'
import { type Mock, vi } from 'vitest'
import { connect } from '../src/connect/connect.ts'
import type { Features } from '../src/contract/features.ts'
import { createKit } from '../src/create-kit.ts'
import type { Kit } from '../src/machine/kit.ts'
import type { SwapAsset, SwapQuote } from '../src/swap/swap.ts'
import {
  adapter,
  chain,
  type FakeAdapter,
  type FakeStorage,
  type FakeWallet,
  storage,
  wallet,
} from './fake-parts.ts'
import { type FakeSwaps, fakeSwaps } from './fake-swaps.ts'

export const account: AccountId = 'alpha:1:a1'
export const gateway = { url: 'https://gate.example', project: 'shop' }
const token = (n: number, name: string): SwapAsset => ({
  id: `alpha:1/tok:t${n}`,
  name,
  symbol: name.toUpperCase(),
  decimals: 6,
})
export const native: SwapAsset = {
  id: 'alpha:1/slip44:60',
  name: 'Coin',
  symbol: 'COIN',
  decimals: 18,
}
export const one: SwapAsset = token(1, 'One')
export const two: SwapAsset = token(2, 'Two')
export const three: SwapAsset = token(3, 'Three')

export const fees = { fee: 3n, feeAsset: native }
/** Changes of balances by a swap at two for one. */
export const moves = { [native.id]: 0n, [one.id]: -1000n, [two.id]: 2000n }

export interface SwapStage {
  kit: Kit
  alpha: FakeAdapter
  fox: FakeWallet
  store: FakeStorage
  swaps: FakeSwaps
  sendCall: Mock<NonNullable<Features['sendCall']>>
}

/**
 * A connected wallet that sends calls and holds 5,000 of every token, and a gateway that swaps two
 * for one; replaces `fetch`.
 */
export async function swapStage(rpcUrls = ['https://node.example']): Promise<SwapStage> {
  const swaps = fakeSwaps()
  const sendCall: SwapStage['sendCall'] = vi.fn(async () => ({ hash: '0xh', nonce: 4 }))
  const fox = wallet('fox', ['alpha'], { features: { sendCall } })
  // The owner has configured a node for the first chain.
  const chains = [chain('alpha:1', { rpcUrls }), chain('alpha:2')]
  const alpha = Object.assign(adapter('alpha', [fox]), { chains })
  alpha.balances = [native, one, two, three].map((asset) => ({ asset, amount: 5000n }))
  alpha.decimals = { [one.id]: 6, [two.id]: 6 }
  alpha.simulation = (calls) => ({ ...fees, changes: moves, data: calls.length })
  const store = storage()
  const kit = createKit({
    adapters: [alpha],
    storage: store,
    gateway,
    swaps: { routers: { 'alpha:1': ['a9'] } },
  })
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'fox' })
  return { kit, alpha, fox, store, swaps, sendCall }
}

/** A fresh quote: a thousand of token one for two thousand of token two. */
export function quoteOf(more: Partial<SwapQuote> = {}): SwapQuote {
  return {
    account,
    side: 'pay',
    pay: { asset: one, amount: 1000n },
    receive: { asset: two, amount: 2000n },
    offerId: 'o1',
    at: Date.now(),
    ...more,
  }
}
