import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'

/** Deletes the failure of a connector, so that the visitor can choose the connector again. */
export function dismissFailure(kit: Kit, { connector }: { readonly connector: string }): void {
  kit[inside].learn({ connection: reduceConnection })
  kit[inside].dispatch({ type: 'failure-dismissed', connector })
}
