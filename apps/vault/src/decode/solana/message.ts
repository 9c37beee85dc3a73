export interface SolanaInstruction {
  readonly program: string
  /** Base58, or `#n` for what a lookup table holds, which is not in the transaction. */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export interface SolanaMessage {
  readonly payer: string
  readonly signers: readonly string[]
  /** A blockhash, or the value of a nonce account; base58. */
  readonly lifetime: string
  readonly instructions: readonly SolanaInstruction[]
  readonly hasTables: boolean
  /**
   * Version 1: lamports for priority, all of them together, and the compute units that are asked
   * for.
   */
  readonly budget?: { readonly priority: bigint; readonly units?: number }
}

/** @throws RangeError where the counts of a message's header do not fit its keys */
export function checkHeader(header: {
  readonly required: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  readonly keys: number
}): void {
  const { required, readonlySigned, readonlyUnsigned, keys } = header
  if (required === 0 || required > keys || readonlySigned >= required)
    throw new RangeError('signers')
  if (readonlyUnsigned > keys - required) throw new RangeError('header')
}
