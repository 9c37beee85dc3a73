import { getDefaultConfig } from 'connectkit'
import { createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

export const config = createConfig(
  getDefaultConfig({
    appName: 'A page with a wallet',
    walletConnectProjectId: '00000000000000000000000000000000',
    chains: [mainnet, base],
    transports: {
      [mainnet.id]: http('https://rpc.example/ethereum'),
      [base.id]: http('https://rpc.example/base'),
    },
  }),
)

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
