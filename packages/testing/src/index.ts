export { type Behavior, lies, type ProviderRpcError, providerError } from './behavior.ts'
export type { ChainReference } from './mock-chain.ts'
export { mockEvmWallet } from './mock-evm-wallet.ts'
export type { MockEvmWallet, MockEvmWalletOptions, MockProvider } from './mock-wallet.ts'
