import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import type { Entry } from '@latchkey/wbip'
import type { StandardEntry } from '../standard/standard-wallet.ts'

/** The fields of a connector that are known before its code is loaded. */
export type ConnectorIdentity = Pick<Connector, 'id' | 'together'> & {
  readonly wallet: WalletIdentity
}

/** Makes the connector of a discovered wallet without loading its code. */
export type MakeConnector = (
  face: ConnectorIdentity,
  verbs: readonly (keyof Features)[],
  wallet: Entry | StandardEntry,
) => Connector

/** A discovered wallet: its object, its connector, and its path or its connector's id. */
export interface FoundWallet extends Pick<Entry, 'provider' | 'path'> {
  connector: Connector
}

/** One run of the wallet discovery, from its start until it is stopped. */
export interface DiscoveryRun {
  isOver?: boolean
  /** Stops listening for newly announced wallets. */
  stop?: Stop
}
