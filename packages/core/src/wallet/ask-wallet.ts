import { chainOf, LatchkeyError, type Namespace } from '@latchkey/protocol'
import type { Connector } from '../contract/connector.ts'
import type { Session } from '../contract/session.ts'
import { sessionOf } from '../machine/get-account.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State } from '../machine/state.ts'
import { followSignal, raceSignal } from '../race-signal.ts'
import { disconnectedIds } from '../storage/stored.ts'
import { writtenConnectorIds } from '../storage/written-connector-ids.ts'

/** The active connector and session of a namespace. */
export interface ActiveWallet {
  readonly connector: Connector
  readonly session: Session
}

/**
 * Returns the connected wallet of a namespace.
 * @throws `not-connected`
 */
export function getActiveWallet(kit: Kit, namespace: Namespace): ActiveWallet {
  const { active, connectors, connections } = kit.getState()
  const id = readOwnField(active, namespace)
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
 * Sends a request to the wallet of a namespace, and waits for its answer as long as the wallet
 * stays connected and the signal is not aborted.
 * @throws `aborted` | `wallet-disconnected` | what `sendRequest` throws, raw
 */
export async function askWallet<T>(
  kit: Kit,
  { connector, session }: ActiveWallet,
  signal: AbortSignal | undefined,
  sendRequest: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const isGone = ({ active }: Pick<State, 'active'>): boolean =>
    readOwnField(active, session.namespace) !== connector.id
  const controller = followSignal(signal)
  const stop = kit.watch((_, state) => {
    if (isGone(state)) controller.abort(new LatchkeyError('wallet-disconnected'))
  })
  try {
    if (controller.signal.aborted) throw new LatchkeyError('aborted')
    // It may have gone while the caller prepared the request.
    if (isGone(kit.getState())) throw new LatchkeyError('wallet-disconnected')
    return await raceSignal(sendRequest(controller.signal), controller.signal)
  } finally {
    stop()
    // The caller's signal may outlive many requests, so this request's listener must be removed
    // from it.
    controller.abort()
  }
}

/**
 * Whether `chain` is the present chain of the wallet that is connected for the chain's namespace.
 */
export function isOnChain(kit: Kit, namespace: Namespace, chain: string): boolean {
  const { active, connections } = kit.getState()
  const session = sessionOf(readOwnField(connections, readOwnField(active, namespace)), namespace)
  return session !== undefined && chainOf(session.selected) === chain
}
