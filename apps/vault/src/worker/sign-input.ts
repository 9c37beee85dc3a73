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
}
