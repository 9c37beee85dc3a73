import type { VaultSmart } from '@latchkey/protocol/vault'
import type { ShownRequest } from '../payload-hash.ts'

/** What a worker signs, for whom, and the hash under which it was approved. */
export interface SignInput {
  readonly request: ShownRequest
  /** Of the approval: the worker signs nothing else. */
  readonly payload: string
  /** The account's address as the request must name it. */
  readonly address: string
  /** Of the key that signs, as `WalletPublics` writes it. */
  readonly publicKey: string
  readonly device: Uint8Array
  /** Where an account may be a contract on this chain: the owner's word. */
  readonly smart?: VaultSmart
  /**
   * For messages of the contract account: what its code calls itself (EIP-712), and whether it
   * stands on the chain yet.
   */
  readonly contract?: {
    readonly name: string
    readonly version: string
    readonly isDeployed: boolean
  }
}
