import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { walletconnect } from '@latchkey/walletconnect'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import './style.css'

// Without a relay of its own the page lists wallets on phones, and cannot reach them.
const relay = new URLSearchParams(location.search).get('relay')
const kit = createKit({
  adapters: [evm({ chains: [mainnet, sepolia] })],
  transports: relay ? [walletconnect({ relays: [{ url: relay, projectId: 'demo' }] })] : [],
})

const root = document.getElementById('root')
if (root) createRoot(root).render(<App kit={kit} />)
