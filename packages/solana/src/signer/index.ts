// What a page needs to hand the kit's wallet to `@solana/kit` and to libraries of Wallet Standard.
// It is an entry of its own, so that no page loads it before it is used.
export { getMessageSigner } from './get-message-signer.ts'
export { getStandardWallet, getWalletStandardAccount } from './get-standard-wallet.ts'
export { getTransactionSigner } from './get-transaction-signer.ts'
export type {
  KitStandardAccount,
  KitStandardFeatures,
  KitStandardWallet,
  StandardChange,
  StandardIcon,
  StandardMessageInput,
  StandardTransactionInput,
} from './standard-types.ts'
