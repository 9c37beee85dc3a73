import { LatchkeyError } from '@latchkey/protocol'
import { base58 } from '../encoding/base58.ts'
import { isSameBytes } from '../encoding/bytes.ts'
import { isSignature } from '../encoding/is-signature.ts'

/** A transaction in wire format: signatures, and the message that they sign. */
export interface WireTransaction {
  /** Signatures of 64 bytes each, in the order of `signers`; a missing one is all zeros. */
  readonly signatures: readonly Uint8Array[]
  readonly message: Uint8Array
  /** Addresses of the required signers in base58; the first one pays the fee. */
  readonly signers: readonly string[]
}

/**
 * Maximum size of a transaction in bytes: that of a network packet. In so small a transaction, each
 * encoded length takes at most two bytes.
 */
const maxTransactionSize = 1232

/** Reads a transaction, legacy or of version 0; null for anything else. */
export function readTransaction(bytes: Uint8Array): WireTransaction | null {
  // A packet has room for nineteen signatures, so their count takes one byte.
  const signatureCount = bytes[0] ?? 0
  if (bytes.length > maxTransactionSize || signatureCount === 0 || signatureCount > 19) return null
  const signatures = Array.from({ length: signatureCount }, (_, i) =>
    bytes.slice(1 + i * 64, 65 + i * 64),
  )
  const message = bytes.slice(1 + signatureCount * 64)
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0
  if (isVersioned && message[0] !== 0x80) return null
  const versionLength = isVersioned ? 1 : 0
  const keys = message[versionLength + 3] ?? 0
  if (message[versionLength] !== signatureCount || keys < signatureCount || keys > 127) return null
  if (message.length < versionLength + 4 + keys * 32 + 32) return null
  const signers = signatures.map((_, i) =>
    base58(message.slice(versionLength + 4 + i * 32, versionLength + 36 + i * 32)),
  )
  return { signatures, message, signers }
}

/** Writes a transaction in which `signature` is at the position of the signer `address`. */
export function addSignature(
  transaction: WireTransaction,
  address: string,
  signature: Uint8Array,
): Uint8Array {
  const signerIndex = transaction.signers.indexOf(address)
  const allSignatures = transaction.signatures.map((ownSignature, i) =>
    i === signerIndex ? signature : ownSignature,
  )
  return Uint8Array.from([
    allSignatures.length,
    ...allSignatures.flatMap((one) => [...one]),
    ...transaction.message,
  ])
}

/**
 * Checks a transaction that a wallet has signed. It must have the same message, or, while nobody
 * else has signed, one that differs only in its priority fee; a valid signature over it; and all
 * earlier signatures. Throws `wallet-answer-invalid`; resolves to the signature of `address`.
 */
export async function checkSigned(
  requestedTransaction: WireTransaction,
  answeredBytes: Uint8Array,
  address: string,
): Promise<Uint8Array> {
  const signedTransaction = readTransaction(answeredBytes)
  const ownSignature = signedTransaction?.signatures[signedTransaction.signers.indexOf(address)]
  if (!signedTransaction || !ownSignature) refuseAnswer('the wallet answered another transaction')
  if (!isSameBytes(signedTransaction.message, requestedTransaction.message)) {
    const { differsOnlyInFee: isOtherFee } = await import('./differs-only-in-fee.ts')
    if (!isOtherFee(requestedTransaction.message, signedTransaction.message))
      refuseAnswer('the wallet answered another transaction')
    // Earlier signatures are valid only for the requested message.
    if (requestedTransaction.signatures.some((one) => one.some(Boolean)))
      refuseAnswer('the wallet changed what somebody else has signed already')
  } else if (
    requestedTransaction.signatures.some(
      (one, i) =>
        one.some(Boolean) && !isSameBytes(one, signedTransaction.signatures[i] ?? one.slice(1)),
    )
  )
    refuseAnswer('the wallet took the signature of somebody else away')
  if (!(await isSignature(address, signedTransaction.message, ownSignature)))
    refuseAnswer('the wallet answered no signature of this account')
  return ownSignature
}

function refuseAnswer(reason: string): never {
  throw new LatchkeyError('wallet-answer-invalid', { reason })
}
