import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { mainnet, sepolia } from 'viem/chains'

// viem's own chains. Name nodes of your own (`chain(mainnet, { rpcUrls: ['https://…'] })`), or the
// wallet's are asked.
export const kit = createKit({ adapters: [evm({ chains: [chain(mainnet), chain(sepolia)] })] })
export const modal = createModal(kit)
