import { ConnectButton } from '@latchkey/modal'
import { Visitor } from './Visitor'
import { modal } from './wagmi'

export function App() {
  return (
    <main>
      <h1>A page with a wallet</h1>
      <ConnectButton modal={modal} />
      <Visitor />
    </main>
  )
}
