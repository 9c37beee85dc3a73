import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { getProvider } from '@latchkey/evm/provider'
import { createModal } from '@latchkey/modal'
import { BrowserProvider } from 'ethers'

export const kit = createKit({ adapters: [evm({ chains: [mainnet, sepolia] })] })
export const modal = createModal(kit)

// One provider for as long as the page lives, whichever wallet is connected. 'any', because the
// visitor may change the network.
export const provider = new BrowserProvider(getProvider(kit), 'any')
