import { type AccountId, inWords, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Session } from '../contract/session.ts'
import { getAccount, sessionOf } from '../machine/get-account.ts'
import { getConnection } from '../machine/get-connection.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceChoice } from '../machine/reduce-choice.ts'
import type { AccountView } from '../machine/state.ts'
import { getWalletOf } from '../wallet/ask-wallet.ts'

/**
 * Switches to an account that a connected wallet granted: the wallet becomes the active one of the
 * account's namespace, in this tab and in the others. No wallet is asked, and the state has changed
 * by the time the function returns. An account of a wallet that is not connected needs `connect`.
 * @throws `connector-not-found` | `connection-status-invalid` | `not-connected` | `account-missing`
 */
export function switchAccount(
  kit: Kit,
  parameters: switchAccount.Parameters,
): Promise<AccountView> {
  return inWords(runSwitchAccount(kit, parameters))
}

async function runSwitchAccount(
  kit: Kit,
  { account, connector: requestedConnector }: switchAccount.Parameters,
): Promise<AccountView> {
  kit[inside].learn({ choice: reduceChoice })
  const namespace = namespaceOf(account)
  const { id, session } =
    requestedConnector === undefined
      ? findOwner(kit, account)
      : { id: requestedConnector, session: readSession(kit, requestedConnector, account) }
  const grantedAccount = session.accounts.find((one) => one.account === account)
  if (!grantedAccount) throw new LatchkeyError('account-missing', { reason: account })
  const hasSeveralTypes = session.accounts.some(({ type }) => type !== grantedAccount.type)
  // The account is selected before its wallet becomes the active one, so that no other account of
  // the wallet is shown in between.
  if (session.selected !== account)
    kit[inside].dispatch({
      type: 'session-changed',
      connector: id,
      session: {
        ...session,
        selected: account,
        ...(hasSeveralTypes && { picked: grantedAccount.type }),
      },
      reason: 'selected',
    })
  kit[inside].dispatch({ type: 'wallet-selected', connector: id, namespace })
  return getAccount(kit, { namespace })
}

export declare namespace switchAccount {
  type Parameters = {
    /** CAIP-10 id of the account to switch to. */
    readonly account: AccountId
    /**
     * Id of the connector of the account's wallet; default the active wallet if it has the account,
     * else any connected wallet that has it.
     */
    readonly connector?: string | undefined
  }
}

function findOwner(
  kit: Kit,
  account: AccountId,
): { readonly id: string; readonly session: Session } {
  const { connector, session } = getWalletOf(kit, account)
  return { id: connector.id, session }
}

/**
 * Returns a connection's session of the account's namespace. A connection that is being made or
 * resumed, or that has failed, is refused by its status.
 */
function readSession(kit: Kit, connector: string, account: AccountId): Session {
  const connection = getConnection(kit, { connector })
  const session = sessionOf(connection, namespaceOf(account))
  if (session) return session
  if (connection.status === 'connected')
    throw new LatchkeyError('not-connected', { reason: `${connector}: ${namespaceOf(account)}` })
  if (connection.status !== 'idle')
    throw new LatchkeyError('connection-status-invalid', { reason: connection.status })
  const isKnown = readOwnField(kit.getState().connectors, connector) !== undefined
  throw new LatchkeyError(isKnown ? 'not-connected' : 'connector-not-found', { reason: connector })
}
