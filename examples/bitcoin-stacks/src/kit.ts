import { bitcoin, mainnet } from '@latchkey/bitcoin'
import { createKit } from '@latchkey/core'
import { createModal } from '@latchkey/modal'
import { stacks, stacksMainnet } from '@latchkey/stacks'

// Balances and transfers need servers of your own in `rpcUrls`; connecting and signing need none.
const bitcoinChain = {
  id: mainnet,
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
}
const stacksChain = {
  id: stacksMainnet,
  name: 'Stacks',
  nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
  rpcUrls: [],
}

// A wallet for both families opens both with one prompt.
export const kit = createKit({
  adapters: [bitcoin({ chains: [bitcoinChain] }), stacks({ chains: [stacksChain] })],
})
export const modal = createModal(kit)
