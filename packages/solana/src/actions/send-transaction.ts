import { getAccount, type Kit, readSource } from '@latchkey/core'
import { type ChainId, inWords, LatchkeyError } from '@latchkey/protocol'
import { base58 } from '../encoding/base58.ts'
import { fromBase64 } from '../encoding/bytes.ts'
import { isSignature } from '../encoding/is-signature.ts'
import { sendSignedTransaction } from '../features/send-signed-transaction.ts'
import { readTransaction } from '../transaction/wire-transaction.ts'
import { withCodes } from './with-codes.ts'

export declare namespace sendTransaction {
  type Parameters = {
    /** A whole transaction in base64, legacy or of version 0, with all its signatures. */
    readonly transaction: string
    /** Chain to send the transaction to; default the chain of the selected account. */
    readonly chain?: ChainId | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = {
    /** Base58: the first signature, which is the transaction's id. */
    readonly signature: string
    readonly chain: ChainId
  }
}

/**
 * Sends a signed transaction to the kit's nodes; no wallet is asked. It throws only when no node
 * can have accepted the transaction: after any other failure it may have been sent, and the chain
 * says under `signature` what became of it.
 * @throws `rpc-invalid-params` when it is no transaction or a signature is missing or wrong,
 *   `read-unavailable`, or what the node's refusal means, such as `insufficient-funds`
 *
 * @example
 * const { transaction } = await signTransaction(kit, { transaction: unsigned })
 * const { signature } = await sendTransaction(kit, { transaction })
 */
export function sendTransaction(
  kit: Kit,
  parameters: sendTransaction.Parameters,
): Promise<sendTransaction.ReturnType> {
  return inWords(withCodes(runSendTransaction(kit, parameters)))
}

async function runSendTransaction(
  kit: Kit,
  { transaction, chain, signal }: sendTransaction.Parameters,
): Promise<sendTransaction.ReturnType> {
  const signedTransaction = readTransaction(fromBase64(transaction) ?? new Uint8Array())
  if (!signedTransaction) return refuse('transaction: no transaction in base64')
  const { signers, signatures, message } = signedTransaction
  const areValid = await Promise.all(
    signers.map((signer, i) => isSignature(signer, message, signatures[i] ?? new Uint8Array())),
  )
  const unsigned = signers.find((_, i) => !areValid[i])
  if (unsigned) return refuse(`transaction: ${unsigned} has not signed it`)
  if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
  const target = chain ?? getAccount(kit, { namespace: 'solana' }).chain
  const source = readSource(kit, { chain: target, ...(signal && { signal }) })
  await sendSignedTransaction(source.request, transaction)
  return { signature: base58(signatures[0] ?? new Uint8Array()), chain: target }
}

function refuse(reason: string): never {
  throw new LatchkeyError('rpc-invalid-params', { reason })
}
