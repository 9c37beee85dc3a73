import type { VaultSmart } from '@latchkey/protocol/vault'
import type { ShownRequest } from '../payload-hash.ts'

/**
 * Input of a worker that signs: the request, the account, and the hash that the visitor approved.
 */
export interface SignInput {
  readonly request: ShownRequest
  /** Hash of the approved request; the worker signs no other request. */
  readonly payload: string
  /** Address of the account that signs; the request must name the same one. */
  readonly address: string
  /** Public key of the key that signs, in the encoding of `WalletPublics`. */
  readonly publicKey: string
  readonly device: Uint8Array
  /** The operator's settings for contract accounts; present when the account may be one. */
  readonly smart?: VaultSmart
  /**
   * Present for messages of the contract account: the EIP-712 domain of its code, and whether the
   * account is deployed.
   */
  readonly contract?: {
    readonly name: string
    readonly version: string
    readonly isDeployed: boolean
  }
}
