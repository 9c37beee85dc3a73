import {
  ConnectWallet,
  Wallet,
  WalletDropdown,
  WalletDropdownDisconnect,
} from '@coinbase/onchainkit/wallet'
import { Visitor } from './Visitor'

export function App() {
  return (
    <main>
      <h1>A page with a wallet</h1>
      <Wallet>
        <ConnectWallet disconnectedLabel="Connect wallet" />
        <WalletDropdown>
          <WalletDropdownDisconnect />
        </WalletDropdown>
      </Wallet>
      <Visitor />
    </main>
  )
}
