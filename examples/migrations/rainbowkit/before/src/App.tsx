import { ConnectButton, useAccountModal, useChainModal } from '@rainbow-me/rainbowkit'
import { Visitor } from './Visitor'

export function App() {
  const { openAccountModal } = useAccountModal()
  const { openChainModal } = useChainModal()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <ConnectButton showBalance={false} />
      <ConnectButton.Custom>
        {({ account, chain, mounted, openConnectModal }) =>
          mounted && account && chain ? (
            <p>
              {account.displayName} on {chain.name}
            </p>
          ) : (
            <button type="button" onClick={openConnectModal}>
              Come in
            </button>
          )
        }
      </ConnectButton.Custom>
      {openAccountModal && (
        <button type="button" onClick={openAccountModal}>
          My account
        </button>
      )}
      {openChainModal && (
        <button type="button" onClick={openChainModal}>
          Networks
        </button>
      )}
      <Visitor />
    </main>
  )
}
