import { ConnectButton } from '@latchkey/modal'
import { useAccount, useSignMessage } from '@latchkey/react'
import { modal } from './kit'

export function App() {
  const bitcoin = useAccount({ namespace: 'bip122' })
  const stacks = useAccount({ namespace: 'stacks' })
  const { state, run } = useSignMessage()
  return (
    <>
      <header>
        <strong>My Bitcoin app</strong>
        <ConnectButton modal={modal} />
      </header>
      <main>
        <h1>Bitcoin and Stacks</h1>
        {bitcoin.status === 'connected' ? (
          <section>
            <h2>Bitcoin</h2>
            <output>{bitcoin.address}</output>
            <h2>Stacks</h2>
            <output>{stacks.address ?? 'This wallet has no Stacks account.'}</output>
            <button
              type="button"
              disabled={state.status === 'running'}
              onClick={() =>
                run({ message: 'Hello from my Bitcoin app', account: bitcoin.account })
              }
            >
              Sign
            </button>
            {state.status === 'done' && <output>Signature: {state.value.signature}</output>}
            {state.status === 'failed' && <p role="alert">{state.error.message}</p>}
          </section>
        ) : (
          <p>Connect a wallet to see both accounts.</p>
        )}
      </main>
    </>
  )
}
