// Wallets that a site owner adds to the adapter for Ethereum-like chains. They are an entry point
// of their own, so that a page that uses none of them loads none of their code.

export { farcaster } from './farcaster/farcaster.ts'
export { connectHost } from './host/connect-host.ts'
export type { HostPage } from './host/parent-origin.ts'
export { baseAccount } from './library/base-account.ts'
export { providerWallet } from './library/provider-wallet.ts'
export type { PageWallet, PageWalletContext } from './page-wallet.ts'
export { getSafeTransaction } from './safe/actions/get-safe-transaction.ts'
export { listSafeTransactions } from './safe/actions/list-safe-transactions.ts'
export { watchSafeTransaction } from './safe/actions/watch-safe-transaction.ts'
export type { SafeTransaction } from './safe/answers/safe-transaction.ts'
export { safe } from './safe/safe.ts'
export { withWallets } from './with-wallets.ts'
