import { useEffect, useState } from 'react'
import Wallet, {
  type Address,
  AddressPurpose,
  getDefaultProvider,
  MessageSigningProtocols,
} from 'sats-connect'

export function App() {
  const [addresses, setAddresses] = useState<readonly Address[]>([])
  const [signature, setSignature] = useState<string>()
  const addressOf = (wanted: AddressPurpose) =>
    addresses.find(({ purpose }) => purpose === wanted)?.address
  const payment = addressOf(AddressPurpose.Payment)

  useEffect(() => {
    if (!getDefaultProvider()) return
    Wallet.request('wallet_getAccount', null).then((answer) => {
      if (answer.status === 'success') setAddresses(answer.result.addresses)
    })
  }, [])

  const connect = async () => {
    const answer = await Wallet.request('wallet_connect', {
      addresses: [AddressPurpose.Payment, AddressPurpose.Ordinals],
    })
    if (answer.status === 'success') setAddresses(answer.result.addresses)
  }
  const sign = async () => {
    if (!payment) return
    const answer = await Wallet.request('signMessage', {
      address: payment,
      message: 'I was here.',
      protocol: MessageSigningProtocols.ECDSA,
    })
    if (answer.status === 'success') setSignature(answer.result.signature)
  }
  const leave = async () => {
    await Wallet.disconnect()
    setAddresses([])
  }
  return (
    <main>
      <h1>A page with a wallet</h1>
      {payment ? (
        <>
          <p>{payment}</p>
          <p>Ordinals: {addressOf(AddressPurpose.Ordinals)}</p>
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
          <button type="button" onClick={connect}>
            Connect wallet
          </button>
        </>
      )}
    </main>
  )
}
