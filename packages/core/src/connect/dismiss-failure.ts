import type { Kit } from '../machine/kit.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'

/** Forgets the failure of a connector, so that it can be chosen anew. */
export function dismissFailure(kit: Kit, { connector }: { readonly connector: string }): void {
  kit.learn('connection', reduceConnection)
  kit.dispatch({ type: 'failure-dismissed', connector })
}
