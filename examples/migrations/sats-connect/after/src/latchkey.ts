import { bitcoin, mainnet } from '@latchkey/bitcoin'
import { createKit } from '@latchkey/core'
import { createModal } from '@latchkey/modal'

export const kit = createKit({
  adapters: [
    bitcoin({
      chains: [
        {
          id: mainnet,
          name: 'Bitcoin',
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
          rpcUrls: ['https://rpc.example/bitcoin'],
        },
      ],
    }),
  ],
})

export const modal = createModal(kit)
