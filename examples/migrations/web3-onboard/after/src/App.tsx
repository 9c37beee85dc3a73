import {
  useAccount,
  useChains,
  useDisconnect,
  useSignMessage,
  useSwitchChain,
} from '@latchkey/react'
import { modal } from './latchkey'

export function App() {
  const account = useAccount()
  const chains = useChains()
  const { run: disconnect } = useDisconnect()
  const { run: switchChain } = useSwitchChain()
  const { run: signMessage, state } = useSignMessage()
  return (
    <main>
      <h1>A page with a wallet</h1>
      {account.status === 'connected' ? (
        <>
          <p>{account.address}</p>
          <p>Network: {chains.find(({ id }) => id === account.chain)?.name}</p>
          <button type="button" onClick={() => switchChain({ chain: 'eip155:8453' })}>
            Use Base
          </button>
          <button type="button" onClick={() => signMessage({ message: 'I was here.' })}>
            Sign the guest book
          </button>
          {state.status === 'done' && <p>Signature: {state.value.signature}</p>}
          <button type="button" onClick={() => disconnect()}>
            Leave
          </button>
        </>
      ) : (
        <>
          <p>Nobody is connected.</p>
          <button type="button" onClick={() => modal.open()}>
            Connect wallet
          </button>
        </>
      )}
    </main>
  )
}
