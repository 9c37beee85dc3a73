import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, addressOf, LatchkeyError } from '@latchkey/protocol'
import type {
  Address,
  SignatureBytes,
  TransactionModifyingSigner,
  TransactionSendingSigner,
} from '@solana/kit'
import { signAllTransactions } from '../actions/sign-all-transactions.ts'
import { signAndSendTransaction } from '../actions/sign-and-send-transaction.ts'
import { signTransaction } from '../actions/sign-transaction.ts'
import { fromBase58 } from '../encoding/base58.ts'
import { grantedAccount } from './granted-account.ts'

export declare namespace getTransactionSigner {
  type Parameters = {
    /** CAIP-10, one of the wallet's accounts; default the selected one. */
    readonly account?: AccountId | undefined
  }
  type ReturnType = TransactionModifyingSigner & TransactionSendingSigner
}

/**
 * A signer of `@solana/kit` for the selected account: a fee payer of transaction messages, for
 * `signTransactionMessageWithSigners` and `signAndSendTransactionMessageWithSigners`. For one
 * account it is always the same object, as `@solana/kit` requires; after an account change call
 * this function again. The connected wallet is asked only when the signer signs.
 *
 * Up to 20 transactions are signed by one prompt, if the wallet supports that. A wallet may add a
 * priority fee, as with `signTransaction`; any other change is refused. Sending takes a single
 * transaction, because of several transactions some could be sent and others not.
 * @throws `not-connected`, `account-missing`; its methods reject with what `signTransaction` and
 *   `signAndSendTransaction` throw, and `rpc-invalid-params` for several transactions to send
 *
 * @example
 * import { createTransactionMessage, setTransactionMessageFeePayerSigner } from '@solana/kit'
 *
 * const signer = getTransactionSigner(kit)
 * const empty = createTransactionMessage({ version: 0 })
 * const message = setTransactionMessageFeePayerSigner(signer, empty)
 */
export function getTransactionSigner(
  kit: Kit,
  parameters: getTransactionSigner.Parameters = {},
): getTransactionSigner.ReturnType {
  const account = grantedAccount(kit, parameters.account)
  const signers = signersByAccount(kit)
  const signer = signers.get(account) ?? createSigner(kit, account)
  signers.set(account, signer)
  return signer
}

/**
 * Each account has only one signer object, because `@solana/kit` refuses a message in which two
 * signer objects have the same address.
 */
const signersByAccount = perKit(() => new Map<AccountId, getTransactionSigner.ReturnType>())

function createSigner(kit: Kit, account: AccountId): getTransactionSigner.ReturnType {
  return Object.freeze({
    address: addressOf(account) as Address,
    async modifyAndSignTransactions(transactions, { abortSignal: signal } = {}) {
      const { encodeKitTransaction, decodeKitTransaction } = await import('./kit-transaction.ts')
      const options = { account, ...(signal && { signal }) }
      const [first, ...others] = transactions.map(encodeKitTransaction)
      if (first === undefined) return []
      const signed =
        others.length === 0
          ? [(await signTransaction(kit, { ...options, transaction: first })).transaction]
          : (await signAllTransactions(kit, { ...options, transactions: [first, ...others] }))
              .transactions
      return Promise.all(
        transactions.map((requested, i) => decodeKitTransaction(signed[i] ?? '', requested)),
      )
    },
    async signAndSendTransactions(transactions, { abortSignal: signal } = {}) {
      const [transaction] = transactions
      if (!transaction) return []
      if (transactions.length > 1)
        throw new LatchkeyError('rpc-invalid-params', {
          reason: `${transactions.length} transactions were to be sent at once`,
          fix: 'send one after the other',
        })
      const { encodeKitTransaction } = await import('./kit-transaction.ts')
      const { signature } = await signAndSendTransaction(kit, {
        transaction: encodeKitTransaction(transaction),
        account,
        ...(signal && { signal }),
      })
      return [fromBase58(signature) as SignatureBytes]
    },
  } satisfies getTransactionSigner.ReturnType)
}
