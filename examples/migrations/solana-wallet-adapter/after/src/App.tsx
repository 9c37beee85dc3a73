import { ConnectButton } from '@latchkey/modal'
import { useAccount, useDisconnect } from '@latchkey/react'
import { useSignMessages } from '@latchkey/react/solana'
import { modal } from './latchkey'

export function App() {
  const account = useAccount()
  const { run: disconnect } = useDisconnect()
  const { run: signMessages, state } = useSignMessages()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <ConnectButton modal={modal} />
      {account.status === 'connected' ? (
        <>
          <p>{account.address}</p>
          <button type="button" onClick={() => signMessages({ messages: ['I was here.'] })}>
            Sign the guest book
          </button>
          {state.status === 'done' && <p>Signature: {state.value.signatures[0]}</p>}
          <button type="button" onClick={() => disconnect()}>
            Leave
          </button>
        </>
      ) : (
        <>
          <p>Nobody is connected.</p>
          <button type="button" onClick={() => modal.open()}>
            Come in
          </button>
        </>
      )}
    </main>
  )
}
