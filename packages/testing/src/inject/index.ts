export { devnetKeys } from '../parts/devnet-keys.ts'
export { type WbipPersona, wbipPersonas } from '../wbip/persona.ts'
export type {
  InjectBitcoinOptions,
  InjectEvmOptions,
  InjectedBehavior,
  InjectedBitcoinWallet,
  InjectedEvmWallet,
  InjectedRequest,
  InjectedSolanaWallet,
  InjectedStacksWallet,
  InjectedWallet,
  InjectionFrame,
  InjectionTarget,
  InjectSolanaOptions,
  InjectStacksOptions,
} from './contract.ts'
export { injectWallet } from './inject-wallet.ts'
export type { WalletShape } from './wallet-card.ts'
