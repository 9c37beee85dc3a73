import { idleConnection } from './held.ts'
import type { Kit } from './kit.ts'
import { readOwnField } from './read-own-field.ts'
import type { Connection } from './state.ts'

/**
 * Returns the connection state of one connector; `idle` when the kit's state has no entry for the
 * connector.
 */
export function getConnection(kit: Kit, { connector }: { readonly connector: string }): Connection {
  return readOwnField(kit.getState().connections, connector) ?? idleConnection
}
