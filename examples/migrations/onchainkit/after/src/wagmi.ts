import { createKit } from '@latchkey/core'
import { chain, evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { createWagmiConfig } from '@latchkey/wagmi'
import { base, mainnet } from 'wagmi/chains'

export const kit = createKit({
  adapters: [
    evm({
      chains: [
        chain(mainnet, { rpcUrls: ['https://rpc.example/ethereum'] }),
        chain(base, { rpcUrls: ['https://rpc.example/base'] }),
      ],
    }),
  ],
  metadata: { name: 'A page with a wallet' },
})

export const modal = createModal(kit, { theme: { mode: 'dark' } })

export const config = createWagmiConfig(kit, { connect: () => modal.connect() })

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
