import { useWallet } from '@solana/wallet-adapter-react'
import { useWalletModal, WalletMultiButton } from '@solana/wallet-adapter-react-ui'
import bs58 from 'bs58'
import { useState } from 'react'

export function App() {
  const { publicKey, signMessage, disconnect } = useWallet()
  const { setVisible } = useWalletModal()
  const [signature, setSignature] = useState<string>()
  const sign = async () => {
    const bytes = await signMessage?.(new TextEncoder().encode('I was here.'))
    if (bytes) setSignature(bs58.encode(bytes))
  }
  return (
    <main>
      <h1>A page with a wallet</h1>
      <WalletMultiButton />
      {publicKey ? (
        <>
          <p>{publicKey.toBase58()}</p>
          <button type="button" onClick={sign}>
            Sign the guest book
          </button>
          {signature && <p>Signature: {signature}</p>}
          <button type="button" onClick={disconnect}>
            Leave
          </button>
        </>
      ) : (
        <>
          <p>Nobody is connected.</p>
          <button type="button" onClick={() => setVisible(true)}>
            Come in
          </button>
        </>
      )}
    </main>
  )
}
