'use client'

import { useAccount, useSignMessage } from '@latchkey/react'

export function Account() {
  const account = useAccount({ namespace: 'eip155' })
  const { state, run } = useSignMessage()
  if (account.status !== 'connected') return <p>Connect a wallet to see your account.</p>
  return (
    <section>
      <h2>Your account</h2>
      <output>{account.address}</output>
      <button
        type="button"
        disabled={state.status === 'running'}
        onClick={() => run({ message: 'Hello from Next' })}
      >
        Sign
      </button>
      {state.status === 'done' && <output>Signature: {state.value.signature}</output>}
      {state.status === 'failed' && <p role="alert">{state.error.message}</p>}
    </section>
  )
}
