import { type AccountId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { AccountView } from '../machine/state.ts'
import { getActiveWallet } from '../wallet/ask-wallet.ts'

/**
 * Selects one of the accounts that the connected wallet granted; `account` is a CAIP-10 id.
 * @throws `not-connected` | `account-missing`
 */
export function selectAccount(kit: Kit, { account }: { readonly account: AccountId }): AccountView {
  kit[inside].learn({ connection: reduceConnection })
  const namespace = namespaceOf(account)
  const { connector, session } = getActiveWallet(kit, namespace)
  const grantedAccount = session.accounts.find((one) => one.account === account)
  if (!grantedAccount) throw new LatchkeyError('account-missing', { reason: account })
  const hasSeveralTypes = session.accounts.some(({ type }) => type !== grantedAccount.type)
  if (session.selected !== account)
    kit[inside].dispatch({
      type: 'session-changed',
      connector: connector.id,
      session: {
        ...session,
        selected: account,
        ...(hasSeveralTypes && { picked: grantedAccount.type }),
      },
      reason: 'selected',
    })
  return getAccount(kit, { namespace })
}
