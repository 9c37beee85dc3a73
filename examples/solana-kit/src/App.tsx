import { ConnectButton } from '@latchkey/modal'
import { useAccount } from '@latchkey/react'
import { useMessageSigner } from '@latchkey/react/solana'
import {
  createSignableMessage,
  getBase58Decoder,
  getPublicKeyFromAddress,
  type MessageModifyingSigner,
  verifySignature,
} from '@solana/kit'
import { useState } from 'react'
import { modal } from './kit'

/** Signs with whichever wallet is connected, and checks the signature as a server would. */
async function signAndVerify(signer: MessageModifyingSigner) {
  const message = createSignableMessage('Hello from @solana/kit')
  const [signed] = await signer.modifyAndSignMessages([message])
  const signature = signed?.signatures[signer.address]
  if (!signature) return 'The wallet did not sign'
  const key = await getPublicKeyFromAddress(signer.address)
  return (await verifySignature(key, signature, message.content))
    ? `Valid signature: ${getBase58Decoder().decode(signature)}`
    : 'The signature is not valid'
}

export function App() {
  const account = useAccount({ namespace: 'solana' })
  const signer = useMessageSigner()
  const [result, setResult] = useState('')
  return (
    <>
      <header>
        <strong>My Solana app</strong>
        <ConnectButton modal={modal} />
      </header>
      <main>
        <h1>@solana/kit, over any wallet</h1>
        {account.status === 'connected' && signer ? (
          <section>
            <output>{account.address}</output>
            <button
              type="button"
              onClick={() =>
                signAndVerify(signer).then(setResult, (error) => setResult(error.message))
              }
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
