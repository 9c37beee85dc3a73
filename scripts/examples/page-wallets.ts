// Runs on an example's page before its own scripts: a visitor's wallets, which approve everything.
import { mockEvmWallet, mockSolanaWallet, mockWbipWallet, wbipPersonas } from '@latchkey/testing'

mockEvmWallet({
  name: 'Bench wallet',
  rdns: 'example.bench',
  chain: 'eip155:1',
  chains: ['eip155:8453', 'eip155:11155111'],
  memory: localStorage,
}).install(window)

const solanaKey = 'solana-wallet-is-permitted'
const { install, wallet } = mockSolanaWallet({
  name: 'Solana wallet',
  isAuthorized: localStorage.getItem(solanaKey) !== null,
})
const events = wallet.features['standard:events'] as {
  on(event: 'change', listener: () => void): unknown
}
events.on('change', () => localStorage.setItem(solanaKey, 'yes'))
install(window)

mockWbipWallet({ persona: wbipPersonas.plain }).install(window)
