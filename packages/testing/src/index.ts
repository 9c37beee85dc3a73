export type {
  MockBitcoinAccount,
  MockBitcoinStandardWallet,
  MockBitcoinStandardWalletOptions,
} from './bitcoin-standard/contract.ts'
export { mockBitcoinStandardWallet } from './bitcoin-standard/mock-bitcoin-standard-wallet.ts'
export type { ChainReference } from './evm/mock-chain.ts'
export { mockEvmWallet } from './evm/mock-evm-wallet.ts'
export { answerTwice } from './parts/answer-twice.ts'
export { type Behavior, lies, type ProviderRpcError, providerError } from './parts/behavior.ts'
export { devnetKeys } from './parts/devnet-keys.ts'
export type { MockEvmWallet, MockEvmWalletOptions, MockProvider } from './parts/mock-wallet.ts'
export {
  type PhoneRequest,
  type ScriptedPhone,
  type ScriptedPhoneOptions,
  scriptedPhone,
} from './phone/scripted-phone.ts'
export { mockRelay } from './relay/mock-relay.ts'
export type { MockRelay, RelayFaults, RelayFrame } from './relay/relay-contract.ts'
export type {
  MockSolanaAccount,
  MockSolanaWallet,
  MockSolanaWalletOptions,
  MockStandardWallet,
} from './solana/contract.ts'
export { mockSolanaWallet } from './solana/mock-solana-wallet.ts'
export { withPriorityFee } from './solana/priority-fee.ts'
export { answerSolana, type MockSolanaSession, mockSolanaSession } from './solana/session.ts'
export type { WalletConnectBehavior, WrongSettlement } from './walletconnect/behavior.ts'
export type {
  WalletConnectSession,
  WalletConnectWallet,
  WalletConnectWalletOptions,
} from './walletconnect/contract.ts'
export { walletConnectWallet } from './walletconnect/walletconnect-wallet.ts'
export type { PsbtAlteration } from './wbip/alter.ts'
export type {
  MockWbipAddress,
  MockWbipBehavior,
  MockWbipWallet,
  MockWbipWalletOptions,
} from './wbip/contract.ts'
export { isBitcoinSignature } from './wbip/message.ts'
export { mockWbipWallet } from './wbip/mock-wbip-wallet.ts'
export { type WbipPersona, wbipPersonas } from './wbip/persona.ts'
