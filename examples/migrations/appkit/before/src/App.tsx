import { useAppKit } from '@reown/appkit/react'
import { useAccount } from 'wagmi'
import { Visitor } from './Visitor'

export function App() {
  const { open } = useAppKit()
  const { address, chain, isConnected } = useAccount()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <appkit-button label="Connect wallet" balance="hide" />
      {isConnected && address && chain ? (
        <p>
          {address.slice(0, 4)}…{address.slice(-4)} on {chain.name}
        </p>
      ) : (
        <button type="button" onClick={() => open({ view: 'Connect' })}>
          Come in
        </button>
      )}
      {isConnected && (
        <>
          <button type="button" onClick={() => open({ view: 'Account' })}>
            My account
          </button>
          <button type="button" onClick={() => open({ view: 'Networks' })}>
            Networks
          </button>
        </>
      )}
      <Visitor />
    </main>
  )
}
