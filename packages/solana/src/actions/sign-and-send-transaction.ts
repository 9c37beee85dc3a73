import { type Kit, readSource } from '@latchkey/core'
import { type AccountId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { base58 } from '../base58.ts'
import { isSignature } from '../is-signature.ts'
import { signatureAnswer } from '../signed-answer.ts'
import { sendSigned } from '../verb/send-signed.ts'
import { askedTransaction, type TransactionParameters } from './asked-transaction.ts'
import { isWithout } from './is-without.ts'
import { legacyFields } from './legacy-fields.ts'
import { signTransaction } from './sign-transaction.ts'

/**
 * Has the connected wallet sign and send a transaction; a wallet that only signs has it sent where the kit reads the chain.
 * A signature that is none over the message asked for throws `wallet-answer-invalid`, whose `reason` names it: the wallet
 * may have sent something else. Throws what `signTransaction` does, too, and what the node throws.
 */
export async function signAndSendTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** Base58: the first signature, which names the transaction. */
  readonly signature: string
  readonly account: AccountId
}> {
  const { asked, account, address, request } = askedTransaction(kit, parameters)
  const { transaction, signal } = parameters
  const chain = chainOf(account)
  const params = { transaction, pubkey: address, ...(await legacyFields(asked)) }
  let answer: unknown
  try {
    answer = await request({ chain, method: 'solana_signAndSendTransaction', params, ...(signal && { signal }) })
  } catch (error) {
    if (!isWithout(error)) throw error
    const signed = await signTransaction(kit, parameters)
    const [first] = asked.signers
    // Whoever pays has signed it before, or is who signs it now.
    const payer = first === address ? signed.signature : base58(asked.signatures[0] ?? new Uint8Array())
    await sendSigned(readSource(kit, { chain }).request, signed.transaction)
    return { signature: payer, account }
  }
  const signature = signatureAnswer(answer)
  const [payer = ''] = asked.signers
  if (!(await isSignature(payer, asked.message, signature)))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: `the wallet signed another message, and may have sent it as ${base58(signature)}`,
    })
  return { signature: base58(signature), account }
}
