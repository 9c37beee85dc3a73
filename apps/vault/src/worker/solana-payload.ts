import { LatchkeyError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { readSignable } from '../decode/solana/offchain.ts'
import { readWire } from '../decode/solana/wire.ts'
import type { ShownRequest } from '../payload-hash.ts'

const signatureSize = 64
const emptySignature = new Uint8Array()

/**
 * The byte strings to sign for a request, and a function that makes the page's answer from their
 * signatures.
 */
export interface SolanaPayload {
  readonly bytes: readonly Uint8Array[]
  readonly answer: (signatures: readonly Uint8Array[]) => SolanaSigned
}

/**
 * The answer to the page: the signature of a message, one transaction with its signature, or
 * several transactions.
 */
export type SolanaSigned =
  | { readonly signature: string; readonly transaction?: string }
  | { readonly transactions: readonly string[] }

/**
 * Makes the signing data for an approved request. Bytes that could be a transaction are not signed
 * as a message, because that signature would be valid for the transaction.
 * @throws LatchkeyError `rpc-invalid-params`
 */
export function solanaPayload({ method, params }: ShownRequest, address: string): SolanaPayload {
  const { message, transaction, transactions, pubkey } = (params ?? {}) as Readonly<
    Record<string, unknown>
  >
  if (pubkey !== undefined && pubkey !== address) throw invalidParams('another account')
  if (method === 'solana_signMessage') {
    const bytes = decodeOrRefuse(() => base58.decode(String(message)))
    if (!readSignable(bytes))
      throw invalidParams('neither text nor an off-chain message: it could be a transaction')
    return {
      bytes: [bytes],
      answer: ([signature = emptySignature]) => ({ signature: base58.encode(signature) }),
    }
  }
  if (method === 'solana_signAllTransactions') {
    if (!Array.isArray(transactions) || transactions.length === 0)
      throw invalidParams('transactions')
    const signableTransactions = transactions.map((transactionValue: unknown) =>
      toSignableTransaction(transactionValue, address),
    )
    const toSignedAnswer = (signatures: readonly Uint8Array[]): SolanaSigned => ({
      transactions: signableTransactions.map(({ signed }, i) =>
        signed(signatures[i] ?? emptySignature),
      ),
    })
    return { bytes: signableTransactions.map(({ body }) => body), answer: toSignedAnswer }
  }
  if (method !== 'solana_signTransaction' && method !== 'solana_signAndSendTransaction')
    throw invalidParams(method)
  const { body, signed } = toSignableTransaction(transaction, address)
  return {
    bytes: [body],
    answer: ([signature = emptySignature]) => ({
      signature: base58.encode(signature),
      transaction: signed(signature),
    }),
  }
}

/** A transaction that this account signs, and a function that inserts the signature. */
function toSignableTransaction(
  transaction: unknown,
  address: string,
): { readonly body: Uint8Array; readonly signed: (signature: Uint8Array) => string } {
  const wire = decodeOrRefuse(() => base64.decode(String(transaction)))
  const readTransaction = readWire(wire)
  const signerIndex = readTransaction?.message.signers.indexOf(address) ?? -1
  if (!readTransaction || signerIndex < 0)
    throw invalidParams('a transaction that this account does not sign')
  return {
    body: readTransaction.body,
    signed: (signature) => {
      const signedWire = wire.slice()
      signedWire.set(signature, readTransaction.signaturesAt + signerIndex * signatureSize)
      return base64.encode(signedWire)
    },
  }
}

function decodeOrRefuse(decode: () => Uint8Array): Uint8Array {
  try {
    return decode()
  } catch (cause) {
    throw invalidParams('not in its encoding', cause)
  }
}

function invalidParams(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason, cause })
}
