import type { Connector, Kit, Session } from '@latchkey/core'
import { connectorIdOf } from '@latchkey/core/inside'
import { type AccountId, LatchkeyError } from '@latchkey/protocol'

/**
 * The active connector of Solana, or the one of another wallet that alone has `account`; and its
 * session. Throws `not-connected`.
 */
export function activeConnector(
  kit: Kit,
  account?: AccountId,
): {
  readonly connector: Connector
  readonly session: Session
} {
  const { active, connectors, connections } = kit.getState()
  const id = (account === undefined ? active.solana : connectorIdOf(kit, account)) ?? ''
  const connector = Object.hasOwn(connectors, id) ? connectors[id] : undefined
  const connection = Object.hasOwn(connections, id) ? connections[id] : undefined
  const session =
    connection?.status === 'connected'
      ? connection.sessions.find(({ namespace }) => namespace === 'solana')
      : undefined
  if (!connector || !session)
    throw new LatchkeyError('not-connected', { reason: 'no wallet stands for solana' })
  return { connector, session }
}
