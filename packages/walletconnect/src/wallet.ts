export type { WireError } from './channel.ts'
export type {
  Metadata,
  Seal,
  SessionRecord,
  WireNamespace,
  WireProposalNamespace,
} from './contract.ts'
export type {
  WalletAuthentication,
  WalletEvent,
  WalletOptions,
  WalletProposal,
  WalletRequest,
  WalletSide,
} from './wallet-contract.ts'
export { createWallet } from './wallet-side/create-wallet.ts'
