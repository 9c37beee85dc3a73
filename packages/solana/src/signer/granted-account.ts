import type { Kit } from '@latchkey/core'
import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../actions/active-connector.ts'

/**
 * The account to sign with: `requestedAccount`, or the selected one. Throws `not-connected`, and
 * `account-missing` when the wallet does not share it.
 */
export function grantedAccount(kit: Kit, requestedAccount?: AccountId): AccountId {
  const { session } = activeConnector(kit, requestedAccount)
  const account = requestedAccount ?? session.selected
  if (!session.accounts.some((one) => one.account === account))
    throw new LatchkeyError('account-missing', { reason: account })
  return account
}
