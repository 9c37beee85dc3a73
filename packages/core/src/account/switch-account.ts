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
 * Switches to an account that a connected wallet granted: its wallet becomes the active one of the
 * namespace, here and in other tabs. It asks no wallet, and the state has changed when it returns.
 * A wallet that is not connected is connected by `connect`.
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
  // The wallet selects the account before it becomes the active one, so that no other account of
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
    /** CAIP-10. */
    readonly account: AccountId
    /** Id of the wallet's connector; default: the active wallet, else any that has the account. */
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
 * The session of a connection that the visitor can switch to: one that is connected. A connection
 * that is being made or resumed, or has failed, is in no state for it.
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
