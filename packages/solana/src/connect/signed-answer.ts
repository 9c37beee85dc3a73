import { LatchkeyError } from '@latchkey/protocol'
import { fromBase58 } from '../encoding/base58.ts'
import { fromBase64 } from '../encoding/bytes.ts'
import { addSignature, type WireTransaction } from '../transaction/wire-transaction.ts'

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
  const { transaction, signature } = readAnswerFields(answer)
  const fullTransaction = fromBase64(transaction)
  if (fullTransaction && fullTransaction.length > 0) return fullTransaction
  return addSignature(requestedTransaction, address, signatureAnswer({ signature }))
}

/** Reads the 64 bytes from `{ signature }`, base58. Throws `wallet-answer-invalid`. */
export function signatureAnswer(answer: unknown): Uint8Array {
  const signature = fromBase58(readAnswerFields(answer).signature)
  if (signature?.length !== 64)
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'no signature in base58' })
  return signature
}

function readAnswerFields(answer: unknown): {
  readonly transaction?: unknown
  readonly signature?: unknown
} {
  return typeof answer === 'object' && answer !== null ? answer : {}
}
