import { ConnectButton } from '@latchkey/modal'
import { useAccount } from 'wagmi'
import { Visitor } from './Visitor'
import { modal } from './wagmi'

export function App() {
  const { address, chain, isConnected } = useAccount()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <ConnectButton modal={modal} />
      {isConnected && address && chain ? (
        <p>
          {address.slice(0, 4)}…{address.slice(-4)} on {chain.name}
        </p>
      ) : (
        <button type="button" onClick={() => modal.open({ view: 'Connect' })}>
          Come in
        </button>
      )}
      {isConnected && (
        <>
          <button type="button" onClick={() => modal.open({ view: 'Account' })}>
            My account
          </button>
          <button type="button" onClick={() => modal.open({ view: 'Networks' })}>
            Networks
          </button>
        </>
      )}
      <Visitor />
    </main>
  )
}
