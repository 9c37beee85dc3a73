import { type AccountId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { AccountView } from '../machine/state.ts'
import { activeOf } from '../wallet/ask-wallet.ts'

/**
 * Selects one of the accounts that the connected wallet granted; `account` is CAIP-10.
 * @throws `not-connected` | `account-missing`
 */
export function selectAccount(kit: Kit, { account }: { readonly account: AccountId }): AccountView {
  kit[inside].learn({ connection: reduceConnection })
  const namespace = namespaceOf(account)
  const { connector, session } = activeOf(kit, namespace)
  const granted = session.accounts.find((one) => one.account === account)
  if (!granted) throw new LatchkeyError('account-missing', { reason: account })
  const isChoice = session.accounts.some(({ type }) => type !== granted.type)
  if (session.selected !== account)
    kit[inside].dispatch({
      type: 'session-changed',
      connector: connector.id,
      session: { ...session, selected: account, ...(isChoice && { picked: granted.type }) },
      reason: 'selected',
    })
  return getAccount(kit, { namespace })
}
