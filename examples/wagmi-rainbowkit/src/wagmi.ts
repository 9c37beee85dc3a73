import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { createWagmiConfig } from '@latchkey/wagmi'
import { arbitrum, base, mainnet, optimism, polygon, sepolia } from 'viem/chains'

const chains = [mainnet, polygon, optimism, arbitrum, base, sepolia]

// The only file that a page of RainbowKit changes, beside its provider and its button. Name nodes
// of your own (`chain(one, { rpcUrls: ['https://…'] })`), or the wallet's are asked.
export const kit = createKit({ adapters: [evm({ chains: chains.map((one) => chain(one)) })] })
export const modal = createModal(kit)
export const config = createWagmiConfig(kit, { connect: () => modal.connect() })
