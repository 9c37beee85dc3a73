import { createKit } from '@latchkey/core'
import { createModal } from '@latchkey/modal'
import { solana, solanaDevnet, solanaMainnet } from '@latchkey/solana'

export const kit = createKit({
  adapters: [
    solana({
      chains: [solanaMainnet, solanaDevnet],
      // Balances and transfers need a node; connecting and signing need none.
      rpc: { [solanaDevnet.id]: 'https://api.devnet.solana.com' },
    }),
  ],
})
export const modal = createModal(kit)
