import { bitcoin } from '@latchkey/bitcoin'
import type { Adapter } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { solana } from '@latchkey/solana'
import { stacks } from '@latchkey/stacks'
import {
  type MockBitcoinStandardWallet,
  type MockSolanaWallet,
  type MockWbipWallet,
  mockBitcoinStandardWallet,
  mockSolanaWallet,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'
import type { FamiliesSetup } from './setup.ts'

/**
 * Wallets and adapters of other chain families; `foxglove` supports Solana too, the other two are
 * wallets of Bitcoin and Stacks.
 */
export interface Families {
  readonly adapters: readonly Adapter[]
  readonly foxglove: MockSolanaWallet
  readonly plain: MockWbipWallet
  readonly rich: MockWbipWallet
  /** A Bitcoin wallet by Wallet Standard; installed when the setup says so. */
  readonly brindle: MockBitcoinStandardWallet
}

const chain = (
  id: string,
  name: string,
  symbol: string,
  decimals: number,
  url: string | undefined,
): Chain => ({
  id: id as Chain['id'],
  name,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: url ? [url] : [],
  testnet: true,
})

/** Installs the wallets on the page. */
export function families(
  setup: FamiliesSetup,
  icon: (letter: string, color: string) => string,
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): Families {
  // A permission survives a reload.
  const isAuthorized = memory.getItem('solana') === 'yes'
  const foxglove = mockSolanaWallet({
    name: 'Foxglove',
    icon: icon('F', '#d9480f'),
    isAuthorized,
    ...(setup.solana && { rpcUrl: setup.solana }),
  })
  const brindle = mockBitcoinStandardWallet({
    name: 'Brindle',
    icon: icon('B', '#8a5a2b'),
    isAuthorized: memory.getItem('brindle') === 'yes',
    ...(setup.keys && { keys: setup.keys }),
  })
  addEventListener('pagehide', () => {
    memory.setItem('solana', foxglove.isAuthorized() ? 'yes' : 'no')
    memory.setItem('brindle', brindle.isAuthorized() ? 'yes' : 'no')
  })
  const options = {
    ...(setup.bitcoin && { node: setup.bitcoin }),
    ...(setup.keys && { keys: setup.keys }),
  }
  const plain = mockWbipWallet({ persona: wbipPersonas.plain, ...options })
  const rich = mockWbipWallet({ persona: wbipPersonas.rich, ...options })
  if (!setup.lacksSolana) foxglove.install(window)
  if (setup.hasBrindle) brindle.install(window)
  plain.install(window)
  rich.install(window)
  return {
    adapters: [
      solana({ chains: [chain('solana:localnet', 'Solana Local', 'SOL', 9, setup.solana)] }),
      bitcoin({
        chains: [
          chain(
            'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
            'Bitcoin Local',
            'BTC',
            8,
            setup.bitcoin,
          ),
        ],
      }),
      stacks({ chains: [chain('stacks:2155905152', 'Stacks Local', 'STX', 6, setup.stacks)] }),
    ],
    foxglove,
    plain,
    rich,
    brindle,
  }
}
