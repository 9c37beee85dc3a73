import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { ConnectButton, createModal } from '@latchkey/modal'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'

// Addresses of the bench's relay and gateway, from the address of the page.
const { searchParams } = new URL(location.href)
const relay = searchParams.get('relay') ?? 'ws://127.0.0.1:1'
const gateway = searchParams.get('gateway')
const kit = createKit({
  adapters: [evm({ chains: [mainnet, sepolia] })],
  transports: [walletconnect({ relays: [{ url: relay }] })],
  ...(gateway && { gateway: { url: gateway, project: 'demo' }, features: { analytics: true } }),
})
const modal = createModal(kit)

const root = document.getElementById('root')
if (root) createRoot(root).render(<ConnectButton modal={modal} />)
