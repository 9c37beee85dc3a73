import { createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

export const config = createConfig({
  chains: [mainnet, base],
  transports: {
    [mainnet.id]: http('https://rpc.example/ethereum'),
    [base.id]: http('https://rpc.example/base'),
  },
})

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
