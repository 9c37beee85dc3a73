// The example's own page, with a scripted wallet in the browser and another one on a phone.

import { mainnet } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import { createRoot } from 'react-dom/client'
import { fakeTransport, type Phone } from '../../../tests/worlds/stage/fake-transport.ts'
import { App } from '../src/App.tsx'
import '../src/style.css'

declare global {
  interface Window {
    headless: { readonly wallet: MockEvmWallet; readonly phone: Phone }
  }
}

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#d9480f"/><text x="20" y="27" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="19" fill="#fff">F</text></svg>')}`
const wallet = mockEvmWallet({
  name: 'Foxglove',
  rdns: 'test.foxglove',
  chain: 'eip155:1',
  icon,
})
wallet.install(window)
const phone = fakeTransport()
const kit = createKit({
  adapters: [evm({ chains: [{ ...mainnet, rpcUrls: [] }] })],
  transports: [phone.transport],
})
window.headless = { wallet, phone }

const root = document.getElementById('root')
if (root) createRoot(root).render(<App kit={kit} />)
