import { LatchkeyError } from '@latchkey/protocol'
import {
  assertIsTransactionWithinSizeLimit,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionLifetimeConstraintFromCompiledTransactionMessage,
  type Transaction,
  type TransactionWithinSizeLimit,
  type TransactionWithLifetime,
} from '@solana/kit'

/** A signed transaction in the form that signers of `@solana/kit` return. */
export type SignedKitTransaction = Transaction &
  TransactionWithinSizeLimit &
  TransactionWithLifetime

/** Writes a transaction of `@solana/kit` in base64; missing signatures are zeros. */
export function encodeKitTransaction(transaction: Transaction): string {
  return getBase64EncodedWireTransaction(transaction)
}

/**
 * Reads a signed transaction in base64. It keeps the lifetime of the requested transaction, because
 * an answer with another lifetime was refused before.
 */
export async function decodeKitTransaction(
  signed: string,
  requested: Transaction | (Transaction & TransactionWithLifetime),
): Promise<SignedKitTransaction> {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(signed))
  assertIsTransactionWithinSizeLimit(transaction)
  const lifetimeConstraint =
    'lifetimeConstraint' in requested
      ? requested.lifetimeConstraint
      : await readLifetime(transaction)
  return Object.freeze({ ...transaction, lifetimeConstraint })
}

function readLifetime(
  transaction: Transaction,
): Promise<TransactionWithLifetime['lifetimeConstraint']> {
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (!('lifetimeToken' in message) || message.lifetimeToken === undefined)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'the transaction has no blockhash' })
  return getTransactionLifetimeConstraintFromCompiledTransactionMessage(message as never)
}
