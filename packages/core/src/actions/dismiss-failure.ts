import type { Kit } from '../kit.ts'

/** Forgets the failure of a connector, so that it can be chosen anew. */
export function dismissFailure(kit: Kit, { connector }: { readonly connector: string }): void {
  kit.dispatch({ type: 'failure-dismissed', connector })
}
