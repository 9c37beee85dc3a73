import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { ConnectButton, createModal } from '@latchkey/modal'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'

// The relay of the bench, by the address of the page.
const relay = new URL(location.href).searchParams.get('relay') ?? 'ws://127.0.0.1:1'
const kit = createKit({
  adapters: [evm({ chains: [mainnet, sepolia] })],
  transports: [walletconnect({ relays: [{ url: relay }] })],
})
const modal = createModal(kit)

const root = document.getElementById('root')
if (root) createRoot(root).render(<ConnectButton modal={modal} />)
