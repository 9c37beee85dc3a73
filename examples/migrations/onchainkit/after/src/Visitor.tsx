import { useAccount, useDisconnect, useSignMessage, useSwitchChain } from 'wagmi'

/** What the page does with a wallet. It knows wagmi only, so no change of the dialog touches it. */
export function Visitor() {
  const { address, chain, isConnected } = useAccount()
  const { disconnect } = useDisconnect()
  const { chains, switchChain } = useSwitchChain()
  const { data: signature, signMessage } = useSignMessage()
  if (!isConnected) return <p>Nobody is connected.</p>
  return (
    <>
      <p>{address}</p>
      <p>Network: {chain?.name}</p>
      {chains.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => switchChain({ chainId: id })}>
          Use {name}
        </button>
      ))}
      <button type="button" onClick={() => signMessage({ message: 'I was here.' })}>
        Sign the guest book
      </button>
      {signature && <p>Signature: {signature}</p>}
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
    </>
  )
}
