import type { Kit } from '@latchkey/core'
import { type AccountId, inWords, LatchkeyError } from '@latchkey/protocol'
import { base58 } from '../encoding/base58.ts'
import { fromBase64, toBase64 } from '../encoding/bytes.ts'
import { checkSigned } from '../transaction/wire-transaction.ts'
import { readRequestedTransaction, type TransactionParameters } from './asked-transaction.ts'
import { isMethodUnsupported } from './is-method-unsupported.ts'
import { signTransaction } from './sign-transaction.ts'
import { withCodes } from './with-codes.ts'

/** Maximum number of transactions in one request. */
const maxTransactions = 20

/**
 * Asks the connected wallet to sign up to 20 transactions in one request, and sends none of them; a
 * wallet that signs one at a time gets a request for each. All answers are checked as in
 * `signTransaction`, and accepted together or not at all. Throws what `signTransaction` does.
 *
 * @example
 * const { transactions } = await signAllTransactions(kit, { transactions: [unsigned, another] })
 */
export function signAllTransactions(
  kit: Kit,
  parameters: Omit<TransactionParameters, 'transaction'> & {
    readonly transactions: readonly string[]
  },
): Promise<{
  /** The transactions with the account's signature, in base64 and in the given order. */
  readonly transactions: readonly string[]
  /** The account's signatures in base58, in the order of the transactions. */
  readonly signatures: readonly string[]
  readonly account: AccountId
}> {
  return inWords(withCodes(runSignAllTransactions(kit, parameters)))
}

async function runSignAllTransactions(
  kit: Kit,
  {
    transactions,
    ...otherParameters
  }: Omit<TransactionParameters, 'transaction'> & { readonly transactions: readonly string[] },
): Promise<{
  /** The signed transactions in base64, in the given order. */
  readonly transactions: readonly string[]
  /** The account's signatures in base58, in the same order. */
  readonly signatures: readonly string[]
  readonly account: AccountId
}> {
  const requestedTransactions = transactions
    .slice(0, maxTransactions + 1)
    .map((transaction) => readRequestedTransaction(kit, { ...otherParameters, transaction }))
  const [first] = requestedTransactions
  if (!first || requestedTransactions.length > maxTransactions)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: `transactions: 1 to ${maxTransactions} of them`,
    })
  const { account, address, ask } = first
  let answer: unknown
  try {
    answer = await ask('solana_signAllTransactions', { transactions, pubkey: address })
  } catch (error) {
    if (!isMethodUnsupported(error)) throw error
    const signedTransactions: Awaited<ReturnType<typeof signTransaction>>[] = []
    for (const transaction of transactions) {
      signedTransactions.push(await signTransaction(kit, { ...otherParameters, transaction }))
    }
    return {
      transactions: signedTransactions.map(({ transaction }) => transaction),
      signatures: signedTransactions.map(({ signature }) => signature),
      account,
    }
  }
  const answeredTransactions = readTransactionList(answer)
  if (answeredTransactions?.length !== requestedTransactions.length)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'not as many transactions as were asked for',
    })
  const signedTransactions = answeredTransactions.map((one) => fromBase64(one) ?? new Uint8Array())
  const signatures = await Promise.all(
    requestedTransactions.map(({ asked }, index) =>
      checkSigned(asked, signedTransactions[index] ?? new Uint8Array(), address),
    ),
  )
  return {
    transactions: signedTransactions.map(toBase64),
    signatures: signatures.map(base58),
    account,
  }
}

/** Reads `{ transactions }`, or the bare list that some wallets answer. */
function readTransactionList(answer: unknown): readonly unknown[] | undefined {
  const list = Array.isArray(answer)
    ? answer
    : (answer as { readonly transactions?: unknown } | null)?.transactions
  return Array.isArray(list) ? list : undefined
}
