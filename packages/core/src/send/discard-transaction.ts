import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'

/**
 * Deletes a draft, a settled transaction, or one of unknown status; a pending transaction stays.
 */
export function discardTransaction(kit: Kit, { id }: { readonly id: string }): void {
  kit[inside].dispatch({ type: 'transaction-discarded', id })
}
