import { idle } from './held.ts'
import type { Kit } from './kit.ts'
import { readOwn } from './read-own.ts'
import type { Connection } from './state.ts'

/** The state of one connector; `idle` when the state has no entry for it. */
export function getConnection(kit: Kit, { connector }: { readonly connector: string }): Connection {
  return readOwn(kit.getState().connections, connector) ?? idle
}
