import { idleConnection } from './held.ts'
import type { Kit } from './kit.ts'
import { readOwnField } from './read-own-field.ts'
import type { Connection } from './state.ts'

/** The state of one connector; `idle` when the state has no entry for it. */
export function getConnection(kit: Kit, { connector }: { readonly connector: string }): Connection {
  return readOwnField(kit.getState().connections, connector) ?? idleConnection
}
