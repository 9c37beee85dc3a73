import { base, mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'

const projectId = '00000000000000000000000000000000'
const adapter = new WagmiAdapter({ networks: [mainnet, base], projectId })

createAppKit({
  adapters: [adapter],
  networks: [mainnet, base],
  projectId,
  metadata: {
    name: 'A page with a wallet',
    description: 'It shows who is connected',
    url: 'https://page.example',
    icons: [],
  },
  themeMode: 'dark',
  features: { analytics: false, email: false, socials: false },
})

export const config = adapter.wagmiConfig
