import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { base, mainnet } from 'wagmi/chains'

export const config = getDefaultConfig({
  appName: 'A page with a wallet',
  projectId: '00000000000000000000000000000000',
  chains: [mainnet, base],
})

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
