export interface SolanaInstruction {
  readonly program: string
  /**
   * Base58, or `#n` for an account from a lookup table, whose address the transaction does not
   * contain.
   */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export interface SolanaMessage {
  readonly payer: string
  readonly signers: readonly string[]
  /** A blockhash, or the value of a nonce account, base58. */
  readonly lifetime: string
  readonly instructions: readonly SolanaInstruction[]
  readonly hasTables: boolean
  /** Version 1: the total priority fee in lamports, and the requested compute units. */
  readonly budget?: { readonly priority: bigint; readonly units?: number }
}

/** @throws RangeError when the counts in a message's header do not fit the number of keys */
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
