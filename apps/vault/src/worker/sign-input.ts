import type { VaultSmart } from '@latchkey/protocol/vault'
import type { ShownRequest } from '../payload-hash.ts'

/** What a worker signs, for which account, and the approved hash. */
export interface SignInput {
  readonly request: ShownRequest
  /** Hash of the approval: the worker signs nothing else. */
  readonly payload: string
  /** The account's address as the request must name it. */
  readonly address: string
  /** Public key of the signing key, as `WalletPublics` writes it. */
  readonly publicKey: string
  readonly device: Uint8Array
  /** The operator's settings, when an account may be a contract on this chain. */
  readonly smart?: VaultSmart
  /**
   * For messages of the contract account: the domain of its code (EIP-712), and whether the account
   * is deployed.
   */
  readonly contract?: {
    readonly name: string
    readonly version: string
    readonly isDeployed: boolean
  }
}
