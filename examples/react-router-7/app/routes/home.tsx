import { useAccount, useSignMessage } from '@latchkey/react'

export function meta() {
  return [{ title: 'React Router with Latchkey' }]
}

export default function Home() {
  const account = useAccount({ namespace: 'eip155' })
  const { state, run } = useSignMessage()
  return (
    <>
      <h1>Rendered on the server</h1>
      {account.status === 'connected' ? (
        <section>
          <h2>Your account</h2>
          <output>{account.address}</output>
          <button
            type="button"
            disabled={state.status === 'running'}
            onClick={() => run({ message: 'Hello from React Router' })}
          >
            Sign
          </button>
          {state.status === 'done' && <output>Signature: {state.value.signature}</output>}
          {state.status === 'failed' && <p role="alert">{state.error.message}</p>}
        </section>
      ) : (
        <p>Connect a wallet to see your account.</p>
      )}
    </>
  )
}
