// Exports for the other packages and the tests of this repository; a page does not need them.

export { inside } from '../machine/inside.ts'
export { perKit } from '../machine/per-kit.ts'
export { plainText } from '../plain-text.ts'
export { showInitialState } from '../server/show-initial-state.ts'
export { followSignIn } from '../sign/follow-sign-in.ts'
export { disconnectedIds } from '../storage/stored.ts'
export {
  type ActiveWallet,
  askWallet,
  connectorIdOf,
  getActiveWallet,
} from '../wallet/ask-wallet.ts'
export { questionLink, toWalletLink } from '../wallet/wallet-link.ts'
