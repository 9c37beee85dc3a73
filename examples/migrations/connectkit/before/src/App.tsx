import { ConnectKitButton, useModal } from 'connectkit'
import { Visitor } from './Visitor'

export function App() {
  const { openProfile, openSwitchNetworks } = useModal()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <ConnectKitButton />
      <ConnectKitButton.Custom>
        {({ isConnected, truncatedAddress, chain, show }) =>
          isConnected ? (
            <>
              <p>
                {truncatedAddress} on {chain?.name}
              </p>
              <button type="button" onClick={openProfile}>
                My account
              </button>
              <button type="button" onClick={openSwitchNetworks}>
                Networks
              </button>
            </>
          ) : (
            <button type="button" onClick={show}>
              Come in
            </button>
          )
        }
      </ConnectKitButton.Custom>
      <Visitor />
    </main>
  )
}
