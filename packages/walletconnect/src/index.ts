export type { Metadata } from './contract.ts'
export type { RawNeeds } from './page/proposal.ts'
export { type WalletConnectOptions, walletconnect } from './walletconnect.ts'
