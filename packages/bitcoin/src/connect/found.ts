import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import type { Entry } from '@latchkey/wbip'
import type { StandardEntry } from '../standard/standard-wallet.ts'

/** What a connector is known by. */
export type Face = Pick<Connector, 'id' | 'together'> & { readonly wallet: WalletIdentity }

/** A connector of a wallet that was found, none of whose code is loaded yet. */
export type Make = (
  face: Face,
  verbs: readonly (keyof Features)[],
  wallet: Entry | StandardEntry,
) => Connector

/**
 * A wallet that was found: its object, and what it stands under (a path of its own, or its
 * connector's id).
 */
export interface FoundWallet extends Pick<Entry, 'provider' | 'path'> {
  connector: Connector
}

/** One start of the discovery. */
export interface DiscoveryRun {
  isOver?: boolean
  /** Ends the listening. */
  stop?: Stop
}
