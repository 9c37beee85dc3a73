export { type Behavior, lies, type ProviderRpcError, providerError } from './behavior.ts'
export { mockBitcoinStandardWallet } from './mock-bitcoin-standard-wallet.ts'
export type {
  MockBitcoinAccount,
  MockBitcoinStandardWallet,
  MockBitcoinStandardWalletOptions,
} from './mock-bitcoin-standard-wallet-contract.ts'
export type { ChainReference } from './mock-chain.ts'
export { mockEvmWallet } from './mock-evm-wallet.ts'
export { answerSolana, type MockSolanaSession, mockSolanaSession } from './mock-solana-session.ts'
export { mockSolanaWallet } from './mock-solana-wallet.ts'
export type {
  MockSolanaAccount,
  MockSolanaWallet,
  MockSolanaWalletOptions,
  MockStandardWallet,
} from './mock-solana-wallet-contract.ts'
export type { MockEvmWallet, MockEvmWalletOptions, MockProvider } from './mock-wallet.ts'
export { mockWbipWallet } from './mock-wbip-wallet.ts'
export type { PsbtAlteration } from './mock-wbip-wallet-alter.ts'
export type {
  MockWbipAddress,
  MockWbipBehavior,
  MockWbipWallet,
  MockWbipWalletOptions,
} from './mock-wbip-wallet-contract.ts'
export { isBitcoinSignature } from './mock-wbip-wallet-message.ts'
export { type WbipPersona, wbipPersonas } from './mock-wbip-wallet-persona.ts'
export { withPriorityFee } from './priority-fee.ts'
export { mockRelay } from './relay/mock-relay.ts'
export type { MockRelay, RelayFaults, RelayFrame } from './relay/relay-contract.ts'
export type { WalletConnectBehavior, WrongSettlement } from './walletconnect-behavior.ts'
export type {
  WalletConnectSession,
  WalletConnectWallet,
  WalletConnectWalletOptions,
} from './walletconnect-contract.ts'
export { walletConnectWallet } from './walletconnect-wallet.ts'
