export interface SolanaInstruction {
  readonly program: string
  /**
   * Addresses of the instruction's accounts in base58. An account from a lookup table is written
   * `#n`, because the transaction does not contain its address.
   */
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

export interface SolanaMessage {
  readonly payer: string
  readonly signers: readonly string[]
  /** The blockhash in the message, or the value of the nonce account that replaces it; base58. */
  readonly lifetime: string
  readonly instructions: readonly SolanaInstruction[]
  readonly hasTables: boolean
  /** Only in messages of version 1: total priority fee in lamports, and requested compute units. */
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
