import { announceTestWallet } from '@latchkey/signer/in-page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { readAddresses } from './devnet/addresses.ts'
import './style.css'

const addresses = readAddresses(document)
announceTestWallet({ companionUrl: addresses.companion, rpcUrl: addresses.evm })

const container = document.getElementById('root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <App addresses={addresses} />
    </StrictMode>,
  )
}
