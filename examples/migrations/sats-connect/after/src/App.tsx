import { useAccount, useDisconnect, useSignMessage } from '@latchkey/react'
import { modal } from './latchkey'

export function App() {
  const { status, address, accounts } = useAccount({ namespace: 'bip122' })
  const { run: disconnect } = useDisconnect()
  const { run: signMessage, state } = useSignMessage()
  const ordinals = accounts.find(({ type }) => type === 'ordinals')?.account
  return (
    <main>
      <h1>A page with a wallet</h1>
      {status === 'connected' ? (
        <>
          <p>{address}</p>
          <p>Ordinals: {ordinals?.split(':')[2]}</p>
          <button type="button" onClick={() => signMessage({ message: 'I was here.' })}>
            Sign the guest book
          </button>
          {state.status === 'done' && <p>Signature: {state.value.signature}</p>}
          <button type="button" onClick={() => disconnect()}>
            Leave
          </button>
        </>
      ) : (
        <>
          <p>Nobody is connected.</p>
          <button type="button" onClick={() => modal.open()}>
            Connect wallet
          </button>
        </>
      )}
    </main>
  )
}
