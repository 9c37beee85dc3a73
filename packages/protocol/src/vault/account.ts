import type { RecoveryRequest } from './protection.ts'
import type { IdentityKind } from './session.ts'
import type { KeptRecovery } from './window-message.ts'

/**
 * Public keys of an embedded wallet. A key that is put together from its shares is compared with
 * them.
 */
export interface WalletPublics {
  /** Public key of the EVM account: compressed secp256k1 point, hex. */
  readonly eip155: string
  /** Public key of the Solana account: Ed25519 point, base58. */
  readonly solana: string
  /** Public key of the Bitcoin account: compressed secp256k1 point, hex. */
  readonly bip122: string
}

export interface VaultAccount {
  readonly account: string
  readonly identities: readonly { readonly kind: IdentityKind; readonly label: string }[]
  /** The wallet's public keys; null until the account has a wallet, which is split into shares. */
  readonly publics: WalletPublics | null
  /**
   * `split` is the id of the newest set of key shares that this device made, `newest` that of the
   * account's newest set. They differ when another device has made a newer one.
   */
  readonly split: string | null
  readonly newest: string | null
  readonly methods: readonly (KeptRecovery & { readonly createdAt: number })[]
  readonly devices: readonly {
    readonly id: string
    readonly site: string
    /** Name of the device: its browser and operating system. */
    readonly label: string
    readonly createdAt: number
    readonly usedAt: number
    readonly isThis: boolean
  }[]
  /** Cursor to be passed to `POST /api/devices`; absent when there are no more devices. */
  readonly devicesNext?: string
  /**
   * For how many seconds the last proof of identity is still recent enough for irreversible
   * actions; 0 when it is too old.
   */
  readonly freshFor?: number
  /**
   * Time when the owner froze the account, in milliseconds since the epoch; absent while the
   * account is not frozen.
   */
  readonly frozenAt?: number
  /**
   * Requests to recover the wallet. A device that holds a key share gets all of them, another
   * device only its own.
   */
  readonly requests?: readonly RecoveryRequest[]
}
