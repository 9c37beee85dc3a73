export { expect } from '@playwright/test'
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
} from '../inject/contract.ts'
export { injectWallet } from '../inject/inject-wallet.ts'
export type { WalletShape } from '../inject/wallet-card.ts'
export { devnetKeys } from '../parts/devnet-keys.ts'
export { mockRelay } from '../relay/mock-relay.ts'
export { type WbipPersona, wbipPersonas } from '../wbip/persona.ts'
export { test, type WalletFixtures, type WalletOptions } from './fixtures.ts'
export { routeRelay } from './route-relay.ts'
