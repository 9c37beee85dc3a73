import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import { askConnector } from '../../../actions/ask-connector.ts'
import type { SafeTransaction } from '../answers/safe-transaction.ts'
import { listMethod } from './safe-methods.ts'

/**
 * Returns the transactions that this page has proposed to the owners of the connected Safe since it
 * was loaded, with those that were sent from the dialog. Each is in the state in which it was last
 * read; this call does not read them anew.
 * @throws `not-connected`, `wallet-method-unsupported` when the connected wallet is no Safe of
 *   `safe()`
 *
 * @example
 * const waiting = (await listSafeTransactions(kit)).filter(({ hash }) => hash === undefined)
 */
export function listSafeTransactions(kit: Kit): Promise<readonly SafeTransaction[]> {
  return inWords(
    askConnector(kit, { method: listMethod, params: [] }) as Promise<readonly SafeTransaction[]>,
  )
}
