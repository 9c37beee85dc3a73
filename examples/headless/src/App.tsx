import type { Kit } from '@latchkey/core'
import { KitProvider, useAccount, useDisconnect } from '@latchkey/react'
import type { ReactElement } from 'react'
import { WalletPicker } from './WalletPicker.tsx'

/** A page that draws everything itself: nothing here comes from `@latchkey/modal`. */
export function App({ kit }: { readonly kit: Kit }): ReactElement {
  return (
    <KitProvider kit={kit}>
      <main>
        <Account />
      </main>
    </KitProvider>
  )
}

function Account(): ReactElement {
  const { status, address, chain } = useAccount()
  const disconnect = useDisconnect()
  if (status !== 'connected') return <WalletPicker />
  return (
    <section className="card" aria-labelledby="account">
      <h1 id="account">Connected</h1>
      <p className="address">{address}</p>
      <p className="quiet">{chain}</p>
      <button type="button" className="primary" onClick={() => void disconnect.run({})}>
        Disconnect
      </button>
    </section>
  )
}
