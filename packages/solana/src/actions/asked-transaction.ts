import type { Kit } from '@latchkey/core'
import { askWallet } from '@latchkey/core/inside'
import { type AccountId, addressOf, chainOf, LatchkeyError } from '@latchkey/protocol'
import { fromBase64 } from '../encoding/bytes.ts'
import { readTransaction, type WireTransaction } from '../transaction/wire-transaction.ts'
import { activeConnector } from './active-connector.ts'

export interface TransactionParameters {
  /** A whole transaction in base64, legacy or of version 0, with or without signatures. */
  readonly transaction: string
  /** One of the session's accounts; default the selected one. */
  readonly account?: AccountId
  readonly signal?: AbortSignal
}

/**
 * Reads and checks the transaction to sign, before the wallet is asked. Throws `not-connected`,
 * `rpc-invalid-params`, `account-missing`, `feature-unsupported`.
 */
export function readRequestedTransaction(
  kit: Kit,
  { transaction, account: requestedAccount, signal }: TransactionParameters,
): {
  readonly asked: WireTransaction
  readonly account: AccountId
  /** Address of the account, in base58. */
  readonly address: string
  /** Sends a request to the wallet, and waits for the answer while the wallet stays connected. */
  readonly ask: (method: string, params: object) => Promise<unknown>
} {
  const activeWallet = activeConnector(kit, requestedAccount)
  const { connector, session } = activeWallet
  const requestedTransaction = readTransaction(fromBase64(transaction) ?? new Uint8Array())
  if (!requestedTransaction)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: 'transaction: no transaction in base64',
    })
  const account = requestedAccount ?? session.selected
  const address = addressOf(account)
  if (!session.accounts.some((sessionAccount) => sessionAccount.account === account))
    throw new LatchkeyError('account-missing', { reason: account })
  if (!requestedTransaction.signers.includes(address))
    throw new LatchkeyError('rpc-invalid-params', {
      reason: `${account} signs none of this transaction`,
    })
  const { request } = connector.features
  if (!request) throw new LatchkeyError('feature-unsupported', { reason: 'request' })
  if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
  return {
    asked: requestedTransaction,
    account,
    address,
    ask: (method, params) =>
      askWallet(kit, activeWallet, signal, (innerSignal) =>
        request({ chain: chainOf(account), method, params, signal: innerSignal }),
      ),
  }
}
