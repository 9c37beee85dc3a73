import { type Kit, readSource } from '@latchkey/core'
import { type AccountId, chainOf, inWords } from '@latchkey/protocol'
import { signatureAnswer } from '../connect/signed-answer.ts'
import { base58 } from '../encoding/base58.ts'
import { fromBase64, isSameBytes } from '../encoding/bytes.ts'
import { isSignature } from '../encoding/is-signature.ts'
import { sendSignedTransaction } from '../features/send-signed-transaction.ts'
import { readTransaction } from '../transaction/wire-transaction.ts'
import { readRequestedTransaction, type TransactionParameters } from './asked-transaction.ts'
import { isMethodUnsupported } from './is-method-unsupported.ts'
import { legacyFields } from './legacy-fields.ts'
import { signTransaction } from './sign-transaction.ts'
import { withCodes } from './with-codes.ts'

/**
 * Asks the connected wallet to sign and send a transaction; for a wallet that only signs, the kit's
 * node sends it. A transaction that the wallet has sent is never reported as failed, because a
 * second try might pay twice. Some wallets add a priority fee or protective instructions, and so
 * sign another message: then `isAsAsked` is false, and what was done can be read on the chain in
 * the transaction `signature`. Throws what `signTransaction` does, and what the node throws.
 *
 * @example
 * const { signature } = await signAndSendTransaction(kit, { transaction: unsigned })
 */
export function signAndSendTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** Base58: the first signature, which is the transaction's id. */
  readonly signature: string
  readonly account: AccountId
  /** Whether the signature covers exactly the requested message. */
  readonly isAsAsked: boolean
}> {
  return inWords(withCodes(runSignAndSendTransaction(kit, parameters)))
}

async function runSignAndSendTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** Base58: the first signature, which is the transaction's id. */
  readonly signature: string
  readonly account: AccountId
  /** Whether the signature covers exactly the requested message. */
  readonly isAsAsked: boolean
}> {
  const { asked, account, address, ask } = readRequestedTransaction(kit, parameters)
  const { transaction } = parameters
  const chain = chainOf(account)
  const params = { transaction, pubkey: address, ...(await legacyFields(asked)) }
  let answer: unknown
  try {
    answer = await ask('solana_signAndSendTransaction', params)
  } catch (error) {
    if (!isMethodUnsupported(error)) throw error
    const signedTransaction = await signTransaction(kit, parameters)
    const [first] = asked.signers
    // The fee payer's signature is the transaction's id. The payer is either the account that signs
    // now, or has signed before.
    const payer =
      first === address
        ? signedTransaction.signature
        : base58(asked.signatures[0] ?? new Uint8Array())
    await sendSignedTransaction(readSource(kit, { chain }).request, signedTransaction.transaction)
    const sentTransaction = readTransaction(
      fromBase64(signedTransaction.transaction) ?? new Uint8Array(),
    )
    return {
      signature: payer,
      account,
      isAsAsked: sentTransaction !== null && isSameBytes(sentTransaction.message, asked.message),
    }
  }
  const signature = signatureAnswer(answer)
  const [payer = ''] = asked.signers
  const isAsAsked = await isSignature(payer, asked.message, signature)
  return { signature: base58(signature), account, isAsAsked }
}
