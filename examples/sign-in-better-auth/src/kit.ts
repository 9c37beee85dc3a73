import { bitcoin, mainnet as bitcoinMainnet } from '@latchkey/bitcoin'
import { mainnet } from '@latchkey/catalog/networks'
import { createKit, type Kit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { solana, solanaMainnet } from '@latchkey/solana'
import { stacks, stacksMainnet } from '@latchkey/stacks'

/** Where a test puts its wallets. A page passes nothing, and the kit then looks in `window`. */
export interface WalletPage {
  readonly events: EventTarget
  readonly globals: Record<string, unknown>
}

/** Creates the kit of this page, for wallets of four chain families. */
export function makeKit(page?: WalletPage): Kit {
  const events = page && { page: page.events }
  const globals = page && { page: page.globals }
  const coin = (name: string, symbol: string, decimals: number) => ({ name, symbol, decimals })
  return createKit({
    ...(page && { storage: null }),
    adapters: [
      evm({ chains: [mainnet], ...events }),
      solana({ chains: [solanaMainnet], ...events }),
      bitcoin({
        chains: [
          {
            id: bitcoinMainnet,
            name: 'Bitcoin',
            nativeCurrency: coin('Bitcoin', 'BTC', 8),
            rpcUrls: [],
          },
        ],
        ...globals,
      }),
      stacks({
        chains: [
          {
            id: stacksMainnet,
            name: 'Stacks',
            nativeCurrency: coin('Stacks', 'STX', 6),
            rpcUrls: [],
          },
        ],
        ...globals,
      }),
    ],
  })
}
