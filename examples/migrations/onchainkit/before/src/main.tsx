import '@coinbase/onchainkit/styles.css'
import { OnchainKitProvider } from '@coinbase/onchainkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { base } from 'wagmi/chains'
import { App } from './App'
import { config } from './wagmi'

const queryClient = new QueryClient()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no element for the app')
createRoot(root).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <OnchainKitProvider
          chain={base}
          analytics={false}
          config={{
            appearance: { name: 'A page with a wallet', mode: 'dark' },
            wallet: { display: 'modal' },
          }}
        >
          <App />
        </OnchainKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
