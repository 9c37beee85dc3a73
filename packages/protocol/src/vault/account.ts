import type { RecoveryRequest } from './protection.ts'
import type { IdentityKind } from './session.ts'
import type { KeptRecovery } from './window-message.ts'

/** Public keys of a wallet: what every rebuilt key is compared with. */
export interface WalletPublics {
  /** Compressed secp256k1 point, hex. */
  readonly eip155: string
  /** Ed25519 point, base58. */
  readonly solana: string
  /** Compressed secp256k1 point, hex. */
  readonly bip122: string
}

export interface VaultAccount {
  readonly account: string
  readonly identities: readonly { readonly kind: IdentityKind; readonly label: string }[]
  /** Null until the first split. */
  readonly publics: WalletPublics | null
  /** Newest split that this device has, and the account's newest. */
  readonly split: string | null
  readonly newest: string | null
  readonly methods: readonly (KeptRecovery & { readonly createdAt: number })[]
  readonly devices: readonly {
    readonly id: string
    readonly site: string
    /** Browser and system, as its name says. */
    readonly label: string
    readonly createdAt: number
    readonly usedAt: number
    readonly isThis: boolean
  }[]
  /** Where there are more devices: what `POST /api/devices` is asked with. */
  readonly devicesNext?: string
  /**
   * Seconds for which the last proof of identity is fresh enough for what cannot be undone; 0 where
   * it is too old.
   */
  readonly freshFor?: number
  /** Since when its owner has stopped everything; absent while nothing is stopped. */
  readonly frozenAt?: number
  /** To a device that holds a share all of them, to another its own; absent where there is none. */
  readonly requests?: readonly RecoveryRequest[]
}
