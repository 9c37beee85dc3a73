import {
  type AccountId,
  chainOf,
  LatchkeyError,
  type Namespace,
  namespaceOf,
} from '@latchkey/protocol'
import type { Connector } from '../contract/connector.ts'
import type { Session } from '../contract/session.ts'
import { sessionOf } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State } from '../machine/state.ts'
import { followSignal, raceSignal } from '../race-signal.ts'
import { disconnectedIds } from '../storage/stored.ts'
import { writtenConnectorIds } from '../storage/written-connector-ids.ts'

/** A connected connector, and its session of one namespace. */
export interface ActiveWallet {
  readonly connector: Connector
  readonly session: Session
}

/**
 * Returns the connected wallet of a namespace that a request goes to: the one that `connectorIdOf`
 * finds for `account`; without `account`, the active one.
 * @throws `not-connected`
 */
export function getActiveWallet(kit: Kit, namespace: Namespace, account?: AccountId): ActiveWallet {
  const { active, connectors, connections } = kit.getState()
  const ownerId = account === undefined ? undefined : connectorIdOf(kit, account)
  const id = ownerId ?? readOwnField(active, namespace)
  const connector = readOwnField(connectors, id)
  const session = sessionOf(readOwnField(connections, id), namespace)
  if (!connector || !session) throw new LatchkeyError('not-connected', { reason: namespace })
  // Another tab may just have ended the connection, and this tab may not know it yet. Only a
  // connection that was written to storage can be ended by another tab.
  if (writtenConnectorIds(kit).has(connector.id) && disconnectedIds(kit).includes(connector.id))
    throw new LatchkeyError('not-connected', { reason: `${namespace}: ended in another tab` })
  return { connector, session }
}

/**
 * Finds the connected wallet that an account belongs to, and returns its connector id: a wallet
 * that has selected the account, else one that granted it; of several, the active one. When no
 * wallet has the account, the active one is returned, and the caller refuses the account.
 */
export function connectorIdOf(kit: Kit, account: AccountId): string | undefined {
  const namespace = namespaceOf(account)
  const { active, connections } = kit.getState()
  const activeId = readOwnField(active, namespace)
  const findOwner = (isOwner: (session: Session) => boolean): string | undefined =>
    [activeId, ...Object.keys(connections)].find((id) => {
      const session = sessionOf(readOwnField(connections, id), namespace)
      return session && isOwner(session)
    })
  return (
    findOwner(({ selected }) => selected === account) ??
    findOwner((session) => hasAccount(session, account)) ??
    activeId
  )
}

/**
 * Returns the connected wallet that an account belongs to, as `connectorIdOf` finds it.
 * @throws `not-connected`
 */
export function getWalletOf(kit: Kit, account: AccountId): ActiveWallet {
  return getActiveWallet(kit, namespaceOf(account), account)
}

/** Whether a wallet granted an account. */
export function hasAccount({ accounts }: Session, account: AccountId): boolean {
  return accounts.some((one) => one.account === account)
}

/**
 * Sends a request to a wallet, and waits for the answer while the wallet stays connected and the
 * signal is not aborted.
 * @throws `aborted` | `wallet-disconnected` | what `sendRequest` throws, raw
 */
export async function askWallet<T>(
  kit: Kit,
  { connector, session }: ActiveWallet,
  signal: AbortSignal | undefined,
  sendRequest: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // The request goes on when the visitor switches to another wallet meanwhile; it ends only when
  // its own wallet is disconnected.
  const isGone = ({ connections }: Pick<State, 'connections'>): boolean =>
    !sessionOf(readOwnField(connections, connector.id), session.namespace)
  const controller = followSignal(signal)
  const stop = kit.watch((_, state) => {
    if (isGone(state)) controller.abort(new LatchkeyError('wallet-disconnected'))
  })
  try {
    if (controller.signal.aborted) throw new LatchkeyError('aborted')
    // The wallet may have been disconnected while the caller prepared the request.
    if (isGone(kit.getState())) throw new LatchkeyError('wallet-disconnected')
    return await raceSignal(sendRequest(controller.signal), controller.signal)
  } finally {
    stop()
    // The caller's signal may outlive many requests, so this request's listener must be removed
    // from it.
    controller.abort()
  }
}

/** Whether a connector is on the chain `chain`. */
export function isOnChain(kit: Kit, connector: string | undefined, chain: string): boolean {
  const connection = readOwnField(kit.getState().connections, connector)
  const session = sessionOf(connection, chain.slice(0, chain.indexOf(':')))
  return session !== undefined && chainOf(session.selected) === chain
}
