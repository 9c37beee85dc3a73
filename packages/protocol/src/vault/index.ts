export type { VaultAccount, WalletPublics } from './account.ts'
export type {
  NewSplit,
  VaultAsks,
  VaultCalls,
  VaultProject,
  VaultSmall,
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
export type { LoginState } from './login-api.ts'
export type { CodeAsked, Proved, SignedIn } from './proof.ts'
export type { AccountNote, RecoveryRequest } from './protection.ts'
export type { RelayEnd, RelayText, RelayTold } from './relay.ts'
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
export {
  type EstimateCalls,
  endDelegationMethod,
  entryPoint,
  estimateCallsMethod,
  type ReadDelegation,
  readDelegationMethod,
  type VaultSmart,
} from './smart.ts'
export { methodStatement, splitStatement } from './statement.ts'
export type {
  FrameToWindow,
  KeptRecovery,
  RecoveryMethod,
  StoredRecovery,
  VaultRelayed,
  WindowToFrame,
} from './window-message.ts'
