export type {
  CodeAsked,
  LoginState,
  NewSplit,
  Proved,
  SignedIn,
  VaultAccount,
  VaultCalls,
  VaultProject,
  WalletPublics,
} from './api.ts'
export type {
  VaultAnswer,
  VaultEvent,
  VaultHello,
  VaultMethod,
  VaultMethods,
  VaultRequest,
  VaultWelcome,
} from './frame-message.ts'
export {
  type IdentityKind,
  type LoginStep,
  type RecoveryKind,
  type VaultApproval,
  type VaultNamespace,
  type VaultSession,
  type VaultWindow,
  vaultMessageLength,
  vaultVersion,
} from './session.ts'
export { type EstimateCalls, entryPoint, estimateCallsMethod, type VaultSmart } from './smart.ts'
export type { FrameToWindow, RecoveryMethod, StoredRecovery, VaultRelayed, WindowToFrame } from './window-message.ts'
