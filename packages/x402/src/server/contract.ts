import type { ChainId } from '@latchkey/protocol'
import type { Address, Fields } from '../wire/fields.ts'

/** What a server asks for, as the protocol (version 2) writes it. */
export interface WireRequirements {
  readonly scheme: 'exact'
  readonly network: ChainId
  /** The token's contract. */
  readonly asset: Address
  /** Base units in decimals. */
  readonly amount: string
  readonly payTo: Address
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

/** Whether a payment would be settled; `invalidReason` is one of the protocol's words. */
export interface Verdict {
  readonly isValid: boolean
  readonly invalidReason?: string
  readonly payer?: Address
}

/** How a settlement ended; `errorReason` is one of the protocol's words. */
export interface SettleResult {
  readonly success: boolean
  readonly errorReason?: string
  readonly payer?: Address
  /** Hash of the transaction; empty when none was sent. */
  readonly transaction: `0x${string}` | ''
  readonly network: ChainId
}

/** What a facilitator can settle. */
export interface Supported {
  readonly kinds: readonly {
    readonly x402Version: number
    readonly scheme: string
    readonly network: string
  }[]
  readonly extensions: readonly string[]
  readonly signers: Readonly<Record<string, readonly string[]>>
}

/**
 * Checks payments and brings them onto the chain. `payment` is what the header of a request said; a
 * facilitator believes nothing of it.
 */
export interface Facilitator {
  verify(payment: Fields, requirements: WireRequirements): Promise<Verdict>
  settle(payment: Fields, requirements: WireRequirements): Promise<SettleResult>
  supported(): Promise<Supported>
}
