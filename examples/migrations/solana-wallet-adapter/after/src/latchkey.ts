import { createKit } from '@latchkey/core'
import { createModal } from '@latchkey/modal'
import { solana, solanaMainnet } from '@latchkey/solana'

export const kit = createKit({
  adapters: [
    solana({
      chains: [solanaMainnet],
      rpc: { [solanaMainnet.id]: 'https://rpc.example/solana' },
    }),
  ],
})

export const modal = createModal(kit)
