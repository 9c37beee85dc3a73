import type { Kit } from '@latchkey/core'
import { type AccountId, inWords } from '@latchkey/protocol'
import { signedAnswer } from '../connect/signed-answer.ts'
import { base58 } from '../encoding/base58.ts'
import { toBase64 } from '../encoding/bytes.ts'
import { checkSigned } from '../transaction/wire-transaction.ts'
import { readRequestedTransaction, type TransactionParameters } from './asked-transaction.ts'
import { legacyFields } from './legacy-fields.ts'
import { withCodes } from './with-codes.ts'

/**
 * Asks the connected wallet to sign a transaction, and sends nothing. The answer is accepted only
 * when it has the same message, the account's signature over it, and all earlier signatures. While
 * nobody else has signed, a wallet may set another priority fee (at most a hundredth of a SOL, or
 * the requested fee): then send the returned transaction. Throws `not-connected`,
 * `rpc-invalid-params`, `account-missing`, `feature-unsupported`, `wallet-answer-invalid`, or what
 * the wallet threw.
 *
 * @example const { transaction } = await signTransaction(kit, { transaction: unsigned })
 */
export function signTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** The transaction with the account's signature, in base64. */
  readonly transaction: string
  /** The account's signature in base58. */
  readonly signature: string
  readonly account: AccountId
}> {
  return inWords(withCodes(runSignTransaction(kit, parameters)))
}

async function runSignTransaction(
  kit: Kit,
  parameters: TransactionParameters,
): Promise<{
  /** The signed transaction in base64. */
  readonly transaction: string
  /** The account's signature in base58. */
  readonly signature: string
  readonly account: AccountId
}> {
  const { asked, account, address, ask } = readRequestedTransaction(kit, parameters)
  const { transaction } = parameters
  const params = { transaction, pubkey: address, ...(await legacyFields(asked)) }
  const answer = await ask('solana_signTransaction', params)
  const signedBytes = signedAnswer(answer, asked, address)
  const signature = await checkSigned(asked, signedBytes, address)
  return { transaction: toBase64(signedBytes), signature: base58(signature), account }
}
