import { useConnectWallet, useSetChain } from '@web3-onboard/react'
import { useState } from 'react'
import { createWalletClient, custom, getAddress } from 'viem'

const names: Record<string, string> = { '0x1': 'Ethereum', '0x2105': 'Base' }

export function App() {
  const [{ wallet }, connect, disconnect] = useConnectWallet()
  const [{ connectedChain }, setChain] = useSetChain()
  const [signature, setSignature] = useState<string>()
  const address = wallet?.accounts[0]?.address
  const sign = async () => {
    if (!wallet || !address) return
    const client = createWalletClient({ transport: custom(wallet.provider) })
    setSignature(await client.signMessage({ account: address, message: 'I was here.' }))
  }
  return (
    <main>
      <h1>A page with a wallet</h1>
      {wallet && address ? (
        <>
          <p>{getAddress(address)}</p>
          <p>Network: {names[connectedChain?.id ?? '']}</p>
          <button type="button" onClick={() => setChain({ chainId: '0x2105' })}>
            Use Base
          </button>
          <button type="button" onClick={sign}>
            Sign the guest book
          </button>
          {signature && <p>Signature: {signature}</p>}
          <button type="button" onClick={() => disconnect({ label: wallet.label })}>
            Leave
          </button>
        </>
      ) : (
        <>
          <p>Nobody is connected.</p>
          <button type="button" onClick={() => connect()}>
            Connect wallet
          </button>
        </>
      )}
    </main>
  )
}
