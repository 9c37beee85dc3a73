import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { base, mainnet } from 'viem/chains'

export const kit = createKit({
  adapters: [
    evm({
      chains: [
        chain(mainnet, { rpcUrls: ['https://rpc.example/ethereum'] }),
        chain(base, { rpcUrls: ['https://rpc.example/base'] }),
      ],
    }),
  ],
  metadata: { name: 'A page with a wallet', description: 'It shows who is connected' },
})

export const modal = createModal(kit)
