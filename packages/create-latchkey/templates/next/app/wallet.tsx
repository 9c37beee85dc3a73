'use client'

import { ConnectButton } from '@latchkey/modal'
import { KitProvider, useAccount } from '@latchkey/react'
import { kit, modal } from '../lib/kit'

/** The button, and who is connected. The server draws both as they are before anybody connects. */
export function Wallet() {
  return (
    <KitProvider kit={kit}>
      <ConnectButton modal={modal} />
      <Account />
    </KitProvider>
  )
}

function Account() {
  const account = useAccount()
  const isConnected = account.status === 'connected'
  return (
    <dl aria-live="polite">
      <dt>Your address</dt>
      <dd>{isConnected ? account.address : 'Not connected yet'}</dd>
      <dt>Your network</dt>
      <dd>{isConnected ? account.chain : 'Not connected yet'}</dd>
    </dl>
  )
}
