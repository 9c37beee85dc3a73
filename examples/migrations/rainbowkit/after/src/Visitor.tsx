import { useAccount, useDisconnect, useSignMessage, useSwitchChain } from 'wagmi'

/**
 * The part of the page that uses the connected wallet. It only uses wagmi, so it stays the same
 * whichever dialog connects the wallet.
 */
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
