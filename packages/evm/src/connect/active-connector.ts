import type { Connector, Kit, Session } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'

/** Returns the active connector of eip155, and its session. Throws `not-connected`. */
export function activeConnector(kit: Kit): {
  readonly connector: Connector
  readonly session: Session
} {
  const { active, connectors, connections } = kit.getState()
  const id = active.eip155 ?? ''
  const connector = Object.hasOwn(connectors, id) ? connectors[id] : undefined
  const connection = Object.hasOwn(connections, id) ? connections[id] : undefined
  const session =
    connection?.status === 'connected'
      ? connection.sessions.find(({ namespace }) => namespace === 'eip155')
      : undefined
  if (!connector || !session)
    throw new LatchkeyError('not-connected', { reason: 'no wallet stands for eip155' })
  return { connector, session }
}
