import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'

// Without nodes of your own (`{ ...mainnet, rpcUrls: ['https://…'] }`) the wallet's are asked.
export const kit = createKit({ adapters: [evm({ chains: [mainnet, sepolia] })] })
export const modal = createModal(kit)

// With this, hooks and actions know the chains of your kit.
declare module '@latchkey/core' {
  interface Register {
    kit: typeof kit
  }
}
