import type { ChainId } from '@latchkey/protocol'
import type { Address, Fields } from '../wire/fields.ts'

/** What a server asks to be paid, in the form of the protocol's version 2. */
export interface WireRequirements {
  readonly scheme: 'exact'
  readonly network: ChainId
  /** Address of the token's contract. */
  readonly asset: Address
  /** Amount in base units, as a decimal text. */
  readonly amount: string
  readonly payTo: Address
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

/** Whether a payment could be settled now; `invalidReason` is one of the protocol's codes. */
export interface Verdict {
  readonly isValid: boolean
  readonly invalidReason?: string
  readonly payer?: Address
}

/** The outcome of a settlement; `errorReason` is one of the protocol's codes. */
export interface SettleResult {
  readonly success: boolean
  readonly errorReason?: string
  readonly payer?: Address
  /** Hash of the transaction; empty when none was sent. */
  readonly transaction: `0x${string}` | ''
  readonly network: ChainId
}

/** The payments that a facilitator can settle. */
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
 * Verifies payments and settles them on the chain. `payment` is the content of a request's header,
 * which a facilitator must not trust.
 */
export interface Facilitator {
  verify(payment: Fields, requirements: WireRequirements): Promise<Verdict>
  settle(payment: Fields, requirements: WireRequirements): Promise<SettleResult>
  supported(): Promise<Supported>
}
