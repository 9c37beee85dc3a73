import { bitcoin } from '@latchkey/bitcoin'
import type { Adapter } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { solana } from '@latchkey/solana'
import {
  type MockSolanaWallet,
  type MockWbipWallet,
  mockSolanaWallet,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'

/** Wallets and adapters of families beside the first; `foxglove` speaks Solana too, the other two are wallets of Bitcoin. */
export interface Families {
  readonly adapters: readonly Adapter[]
  readonly foxglove: MockSolanaWallet
  readonly plain: MockWbipWallet
  readonly rich: MockWbipWallet
}

export const solanaChain: Chain = {
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
  rpcUrls: [],
  testnet: true,
}
export const bitcoinChain: Chain = {
  id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
  testnet: true,
}

interface Parameters {
  readonly icon: (letter: string, color: string) => string
  /** Of a node of Solana. */
  readonly solanaUrl: string | undefined
  /** Foxglove speaks none of it. */
  readonly lacksSolana: boolean | undefined
}

/** Puts the wallets on the page. */
export function families({ icon, solanaUrl, lacksSolana }: Parameters): Families {
  const foxglove = mockSolanaWallet({ name: 'Foxglove', icon: icon('F', '#d9480f'), isAuthorized: true })
  const plain = mockWbipWallet({ persona: wbipPersonas.plain })
  const rich = mockWbipWallet({ persona: wbipPersonas.rich })
  if (!lacksSolana) foxglove.install(window)
  plain.install(window)
  rich.install(window)
  return {
    adapters: [
      solana({ chains: [{ ...solanaChain, rpcUrls: solanaUrl ? [solanaUrl] : [] }] }),
      bitcoin({ chains: [bitcoinChain] }),
    ],
    foxglove,
    plain,
    rich,
  }
}
