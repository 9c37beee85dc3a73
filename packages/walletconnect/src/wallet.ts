export type {
  Metadata,
  Seal,
  SessionRecord,
  WalletAuthentication,
  WalletEvent,
  WalletOptions,
  WalletProposal,
  WalletRequest,
  WalletSide,
  WireError,
  WireNamespace,
  WireProposalNamespace,
} from './contract.ts'
export { createWallet } from './wallet-side/create-wallet.ts'
