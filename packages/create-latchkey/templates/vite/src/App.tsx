import { ConnectButton } from '@latchkey/modal'
import { useAccount } from '@latchkey/react'
import { modal } from './kit'

export function App() {
  const account = useAccount()
  const isConnected = account.status === 'connected'
  return (
    <main>
      <h1>__APP_NAME__</h1>
      <p>Edit src/App.tsx, and save to see it here.</p>
      <ConnectButton modal={modal} />
      <dl aria-live="polite">
        <dt>Your address</dt>
        <dd>{isConnected ? account.address : 'Not connected yet'}</dd>
        <dt>Your network</dt>
        <dd>{isConnected ? account.chain : 'Not connected yet'}</dd>
      </dl>
    </main>
  )
}
