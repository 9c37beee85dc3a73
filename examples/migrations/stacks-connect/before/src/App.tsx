import { connect, disconnect, getLocalStorage, isConnected, request } from '@stacks/connect'
import { useState } from 'react'

export function App() {
  const [isHere, setIsHere] = useState(isConnected)
  const [signature, setSignature] = useState<string>()
  const come = async () => {
    await connect()
    setIsHere(true)
  }
  const sign = async () => {
    const answer = await request('stx_signMessage', { message: 'I was here.' })
    setSignature(answer.signature)
  }
  const leave = () => {
    disconnect()
    setIsHere(false)
  }
  return (
    <main>
      <h1>A page with a wallet</h1>
      {isHere ? (
        <>
          <p>{getLocalStorage()?.addresses.stx[0]?.address}</p>
          <button type="button" onClick={sign}>
            Sign the guest book
          </button>
          {signature && <p>Signature: {signature}</p>}
          <button type="button" onClick={leave}>
            Leave
          </button>
        </>
      ) : (
        <>
          <p>Nobody is connected.</p>
          <button type="button" onClick={come}>
            Connect wallet
          </button>
        </>
      )}
    </main>
  )
}
