import type { RecoveryRequest } from './protection.ts'
import type { IdentityKind } from './session.ts'
import type { KeptRecovery } from './window-message.ts'

/** Public keys of a wallet, compared with every reconstructed key. */
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
  /**
   * `split` is the newest split of this device, `newest` the newest split of the account; they
   * differ when another device has made a newer split.
   */
  readonly split: string | null
  readonly newest: string | null
  readonly methods: readonly (KeptRecovery & { readonly createdAt: number })[]
  readonly devices: readonly {
    readonly id: string
    readonly site: string
    /** Browser and operating system, as the device's name. */
    readonly label: string
    readonly createdAt: number
    readonly usedAt: number
    readonly isThis: boolean
  }[]
  /** Cursor for `POST /api/devices`, when there are more devices. */
  readonly devicesNext?: string
  /**
   * Seconds that the last proof of identity stays recent enough for irreversible actions; 0 when it
   * is too old.
   */
  readonly freshFor?: number
  /** When the owner froze the account; absent while it is not frozen. */
  readonly frozenAt?: number
  /**
   * Recovery requests: all of them for a device that holds a share, only its own for another
   * device.
   */
  readonly requests?: readonly RecoveryRequest[]
}
