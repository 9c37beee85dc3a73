import { bitcoin } from '@latchkey/bitcoin'
import type { Adapter } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { solana, solanaLocal } from '@latchkey/solana'
import { stacks } from '@latchkey/stacks'
import { mockEvmWallet, mockSolanaWallet, mockWbipWallet, wbipPersonas } from '@latchkey/testing'

const chain = (id: string): Chain => ({
  id: id as Chain['id'],
  name: id,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
  rpcUrls: [],
  testnet: true,
})

/**
 * Creates the adapter of each chain family, for a page of its own in which one wallet is installed.
 */
export const familyPages: Readonly<Record<string, () => Adapter>> = {
  eip155: () => {
    const page = new EventTarget()
    mockEvmWallet().install(page)
    return evm({ chains: [chain('eip155:31337')], page })
  },
  solana: () => {
    const page = new EventTarget()
    mockSolanaWallet().install(page)
    return solana({ chains: [solanaLocal], page })
  },
  bip122: () => {
    const page: Record<string, unknown> = {}
    mockWbipWallet({ persona: wbipPersonas.rich }).install(page)
    return bitcoin({ chains: [chain('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')], page })
  },
  stacks: () => {
    const page: Record<string, unknown> = {}
    mockWbipWallet({ persona: wbipPersonas.plain }).install(page)
    return stacks({ chains: [chain('stacks:2155905152')], page })
  },
}
