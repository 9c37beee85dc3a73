import { getWalletClient } from '@latchkey/evm/provider'
import { ConnectButton } from '@latchkey/modal'
import { useAccount } from '@latchkey/react'
import { useState } from 'react'
import { verifyMessage } from 'viem'
import { kit, modal } from './kit'

const message = 'Hello from viem'

/** Signs with whichever wallet is connected, and checks the signature as a server would. */
async function signAndVerify() {
  const wallet = await getWalletClient(kit)
  const signature = await wallet.signMessage({ message })
  const isValid = await verifyMessage({ address: wallet.account.address, message, signature })
  return isValid ? `Valid signature: ${signature}` : 'The signature is not valid'
}

export function App() {
  const account = useAccount({ namespace: 'eip155' })
  const [result, setResult] = useState('')
  return (
    <>
      <header>
        <strong>My viem app</strong>
        <ConnectButton modal={modal} />
      </header>
      <main>
        <h1>viem, over any wallet</h1>
        {account.status === 'connected' ? (
          <section>
            <output>{account.address}</output>
            <button
              type="button"
              onClick={() => signAndVerify().then(setResult, (error) => setResult(error.message))}
            >
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
