import { ConnectButton, NetworkButton } from '@latchkey/modal'
import { useAccount, useSignMessage } from '@latchkey/react'
import { useSendTransaction } from '@latchkey/react/evm'
import { modal } from './kit'

export function App() {
  const account = useAccount({ namespace: 'eip155' })
  return (
    <>
      <header>
        <strong>My app</strong>
        <NetworkButton modal={modal} />
        <ConnectButton modal={modal} />
      </header>
      <main>
        <h1>Hello{account.status === 'connected' ? ' again' : ''}</h1>
        {account.status === 'connected' ? (
          <>
            <section>
              <h2>Your account</h2>
              <output>{account.address}</output>
            </section>
            <SignMessage />
            <SendTransaction to={account.address} />
          </>
        ) : (
          <p>Connect a wallet to see your account.</p>
        )}
      </main>
    </>
  )
}

function SignMessage() {
  const { state, run } = useSignMessage()
  return (
    <section>
      <h2>Sign a message</h2>
      <button
        type="button"
        disabled={state.status === 'running'}
        onClick={() => run({ message: 'Hello from my app' })}
      >
        Sign
      </button>
      {state.status === 'done' && <output>Signature: {state.value.signature}</output>}
      {state.status === 'failed' && <p role="alert">{state.error.message}</p>}
    </section>
  )
}

function SendTransaction({ to }: { to: `0x${string}` }) {
  const { state, run } = useSendTransaction()
  return (
    <section>
      <h2>Send nothing to yourself</h2>
      <button
        type="button"
        disabled={state.status === 'running'}
        onClick={() => run({ to, value: 0n })}
      >
        Send
      </button>
      {state.status === 'done' && <output>Transaction: {state.value.hash}</output>}
      {state.status === 'failed' && <p role="alert">{state.error.message}</p>}
    </section>
  )
}
