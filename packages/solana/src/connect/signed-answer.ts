import { LatchkeyError } from '@latchkey/protocol'
import { fromBase58 } from '../encoding/base58.ts'
import { fromBase64 } from '../encoding/bytes.ts'
import { type WireTransaction, withSignature } from '../transaction/wire-transaction.ts'

/**
 * Reads the signed transaction from `{ transaction?, signature? }`: the whole transaction in
 * base64, or the account's signature in base58. Wallets answer one or both. Throws
 * `wallet-answer-invalid`.
 */
export function signedAnswer(
  answer: unknown,
  requestedTransaction: WireTransaction,
  address: string,
): Uint8Array {
  const { transaction, signature } = toFields(answer)
  const fullTransaction = fromBase64(transaction)
  if (fullTransaction && fullTransaction.length > 0) return fullTransaction
  return withSignature(requestedTransaction, address, signatureAnswer({ signature }))
}

/** Reads the 64 bytes from `{ signature }`, base58. Throws `wallet-answer-invalid`. */
export function signatureAnswer(answer: unknown): Uint8Array {
  const signature = fromBase58(toFields(answer).signature)
  if (signature?.length !== 64)
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'no signature in base58' })
  return signature
}

function toFields(answer: unknown): {
  readonly transaction?: unknown
  readonly signature?: unknown
} {
  return typeof answer === 'object' && answer !== null ? answer : {}
}
