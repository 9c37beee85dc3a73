export { connect } from './actions/connect.ts'
export { disconnect } from './actions/disconnect.ts'
export { dismissFailure } from './actions/dismiss-failure.ts'
export { getAccount } from './actions/get-account.ts'
export { getConnection } from './actions/get-connection.ts'
export { getPublicStatus } from './actions/get-public-status.ts'
export { readSource } from './actions/read-source.ts'
export { resume } from './actions/resume.ts'
export { selectAccount } from './actions/select-account.ts'
export { selectNamespace } from './actions/select-namespace.ts'
export { switchChain } from './actions/switch-chain.ts'
export { watchAccount } from './actions/watch-account.ts'
export type {
  Adapter,
  Balance,
  ChainVerdict,
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Features,
  Grant,
  KitStorage,
  Prompt,
  Proof,
  Reader,
  ReadSource,
  RemoteSession,
  Session,
  SessionAccount,
  SignInChallenge,
  Stop,
  Transfer,
  TransferEstimate,
  TransferNote,
  Transport,
  WalletIdentity,
} from './contract.ts'
export { createKit } from './create-kit.ts'
export type { ConnectionEvent, KitEvent, TransactionEvent } from './event.ts'
export type { Kit, KitOptions, SignInPort, WalletGroup, WalletOptions } from './kit.ts'
export { storageKey } from './persist.ts'
export type {
  AccountView,
  Attempt,
  Connection,
  KitFailure,
  LastSession,
  PublicStatus,
  State,
  Transaction,
  TransactionStatus,
} from './state.ts'
