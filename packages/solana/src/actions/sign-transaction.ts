import type { Kit } from '@latchkey/core'
import { type AccountId, chainOf, inWords } from '@latchkey/protocol'
import { signedAnswer } from '../connect/signed-answer.ts'
import { base58 } from '../encoding/base58.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { checkSigned } from '../transaction/wire-transaction.ts'
import { askedTransaction, type TransactionParameters } from './asked-transaction.ts'
import { legacyFields } from './legacy-fields.ts'

/**
 * Has the connected wallet sign a transaction and sends nothing: believed only when the message is
 * the very one asked for, with the account's signature over it, and nobody else's lost. A wallet
 * may set its own priority fee (no more than a hundredth of a SOL, or what was asked for) while
 * nobody else has signed: what is to be sent is the transaction that comes back. Throws
 * `not-connected`, `rpc-invalid-params`, `account-missing`, `feature-unsupported`,
 * `wallet-answer-invalid`, or what the wallet threw.
 */
export function signTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** Base64, with the signature in it. */
  readonly transaction: string
  /** Base58. */
  readonly signature: string
  readonly account: AccountId
}> {
  return inWords(runSignTransaction(kit, parameters))
}

async function runSignTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** Base64, with the signature in it. */
  readonly transaction: string
  /** Base58. */
  readonly signature: string
  readonly account: AccountId
}> {
  const { asked, account, address, request } = askedTransaction(kit, parameters)
  const { transaction, signal } = parameters
  const answer = await request({
    chain: chainOf(account),
    method: 'solana_signTransaction',
    params: { transaction, pubkey: address, ...(await legacyFields(asked)) },
    ...(signal && { signal }),
  })
  const signed = signedAnswer(answer, asked, address)
  const signature = await checkSigned(asked, signed, address)
  return { transaction: toBase64(signed), signature: base58(signature), account }
}
