import { createKit } from '@latchkey/core'
import type { Asset, Chain } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { estimateMax } from './estimate-max.ts'

const chain: Chain = {
  id: 'alpha:1',
  name: 'Alpha',
  nativeCurrency: { name: 'Alpha', symbol: 'A', decimals: 8 },
  rpcUrls: ['http://node.example'],
}
const asset: Asset = { id: 'alpha:1/slip44:0', name: 'Alpha', symbol: 'A', decimals: 8 }
const max = (most?: bigint, feeOf: (amount: bigint) => bigint = () => 10n) => {
  const adapter = {
    namespace: 'alpha',
    name: 'Alpha',
    chains: [chain],
    read: {
      balances: async () => [{ asset, amount: 1000n }],
      estimateTransfer: async (_: unknown, { amount }: { readonly amount: bigint }) => ({
        fee: feeOf(amount),
        feeAsset: asset,
        notes: [],
        ...(most !== undefined && { most }),
      }),
      parseHash: async (text: string) => text,
      verdict: async () => ({ state: 'pending' as const }),
    },
    nativeAsset: () => asset,
    tokenId: () => null,
    isAddress: () => true,
    isSameAddress: (a: string, b: string) => a === b,
    discover: () => () => {},
    explain: () => 'unknown' as const,
  }
  const kit = createKit({ adapters: [adapter] })
  return estimateMax(kit, { from: 'alpha:1:a', asset, balance: 1000n })
}

describe('estimateMax', () => {
  test('default: the balance less the fee', async () => expect(await max()).toBe(990n))

  test('behavior: no more than the chain family says can leave', async () => {
    expect(await max(700n)).toBe(700n)
    expect(await max(0n)).toBe(0n)
  })

  test('behavior: a fee that follows the amount is measured with what would leave, and a hundredth stays beside it', async () => {
    expect(await max(undefined, (amount) => (amount > 255n ? 200n : 10n))).toBe(798n)
    expect(await max(undefined, (amount) => (amount > 255n ? 5n : 10n))).toBe(990n)
    expect(await max(undefined, () => 1000n)).toBe(0n)
  })
})
