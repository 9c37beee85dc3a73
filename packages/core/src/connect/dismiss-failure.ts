import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'

/**
 * Deletes the error of a connector whose connecting failed, so that the visitor can choose the
 * connector again.
 */
export function dismissFailure(kit: Kit, { connector }: { readonly connector: string }): void {
  kit[inside].learn({ connection: reduceConnection })
  kit[inside].dispatch({ type: 'failure-dismissed', connector })
}
