import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { cookieStorage, createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'

// Made on the server too, where nothing of it runs. The cookie tells the server who is connected.
export const kit = createKit({
  adapters: [evm({ chains: [mainnet, sepolia] })],
  storage: cookieStorage(),
})
export const modal = createModal(kit)
