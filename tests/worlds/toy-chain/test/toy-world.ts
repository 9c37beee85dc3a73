import type { Adapter } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { toy } from '../src/toy.ts'
import { toyAccounts } from './toy-accounts.ts'
import { createToyChain, type ToyChain } from './toy-chain.ts'
import { type MockToyWallet, mockToyWallet } from './toy-wallet.ts'

/** A page with the family: its chain in memory, a wallet that is not yet installed, an adapter. */
export interface ToyWorld {
  readonly page: EventTarget
  readonly chain: ToyChain
  readonly wallet: MockToyWallet
  readonly adapter: Adapter
  readonly chains: readonly [Chain, Chain]
  /** Another adapter of the same page. */
  readonly make: (chains: readonly Chain[]) => Adapter
}

/** The first account has 5 TOY on both networks. */
export function toyWorld(page: EventTarget = new EventTarget()): ToyWorld {
  const chain = createToyChain()
  const nativeCurrency = { name: 'Toy', symbol: 'TOY', decimals: 6 }
  const chains = [
    { id: 'toy:main', name: 'Toy Main', nativeCurrency, rpcUrls: [] },
    { id: 'toy:spare', name: 'Toy Spare', nativeCurrency, rpcUrls: [] },
  ] as const
  chain.fund('main', toyAccounts[0].address, 5_000_000n)
  chain.fund('spare', toyAccounts[0].address, 5_000_000n)
  const make = (given: readonly Chain[]) => toy({ chains: given, page })
  return { page, chain, wallet: mockToyWallet(chain), adapter: make(chains), chains, make }
}
