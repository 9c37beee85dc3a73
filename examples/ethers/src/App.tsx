import { ConnectButton } from '@latchkey/modal'
import { useAccount } from '@latchkey/react'
import { isError, verifyMessage } from 'ethers'
import { useState } from 'react'
import { modal, provider } from './kit'

const message = 'Hello from ethers'

/** Signs with whichever wallet is connected, and checks the signature as a server would. */
async function signAndVerify() {
  try {
    const signer = await provider.getSigner()
    const signature = await signer.signMessage(message)
    return verifyMessage(message, signature) === signer.address
      ? `Valid signature: ${signature}`
      : 'The signature is not valid'
  } catch (error) {
    if (isError(error, 'ACTION_REJECTED')) return 'You declined.'
    return error instanceof Error ? error.message : String(error)
  }
}

export function App() {
  const account = useAccount({ namespace: 'eip155' })
  const [result, setResult] = useState('')
  return (
    <>
      <header>
        <strong>My ethers app</strong>
        <ConnectButton modal={modal} />
      </header>
      <main>
        <h1>ethers, over any wallet</h1>
        {account.status === 'connected' ? (
          <section>
            <output>{account.address}</output>
            <button type="button" onClick={async () => setResult(await signAndVerify())}>
              Sign
            </button>
            <output>{result}</output>
          </section>
        ) : (
          <p>Connect a wallet to sign with it.</p>
        )}
      </main>
    </>
  )
}
