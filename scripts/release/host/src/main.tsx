import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { ConnectButton, createModal } from '@latchkey/modal'
import { KitProvider, useAccount } from '@latchkey/react'
import { useNativeBalance } from '@latchkey/react/queries'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { formatEther } from 'viem'

const kit = createKit({ adapters: [evm({ chains: [mainnet, sepolia] })] })
const queryClient = new QueryClient()
const modal = createModal(kit, { queryClient })

/** The host's own use of the libraries that it shares with the kit. */
function Balance() {
  const account = useAccount()
  const { data } = useNativeBalance({ account: account.account })
  return <p>{data ? formatEther(data.amount) : 'no account'}</p>
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <KitProvider kit={kit}>
        <ConnectButton modal={modal} />
        <Balance />
      </KitProvider>
    </QueryClientProvider>,
  )
