import { type AccountId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { activeOf } from '../ask-wallet.ts'
import type { Kit } from '../kit.ts'
import { reduceConnection } from '../reduce-connection.ts'
import type { AccountView } from '../state.ts'
import { getAccount } from './get-account.ts'

/**
 * Picks one of the accounts the connected wallet granted; `account` is CAIP-10.
 * @throws `not-connected` | `account-missing`
 */
export function selectAccount(kit: Kit, { account }: { readonly account: AccountId }): AccountView {
  kit.learn('connection', reduceConnection)
  const namespace = namespaceOf(account)
  const { connector, session } = activeOf(kit, namespace)
  if (!session.accounts.some((granted) => granted.account === account))
    throw new LatchkeyError('account-missing', { reason: account })
  if (session.selected !== account)
    kit.dispatch({
      type: 'session-changed',
      connector: connector.id,
      session: { ...session, selected: account },
      reason: 'selected',
    })
  return getAccount(kit, { namespace })
}
