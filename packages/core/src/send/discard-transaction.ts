import type { Kit } from '../machine/kit.ts'

/** Forgets a draft, a settled transaction, or one of which nobody knows; one under way stays. */
export function discardTransaction(kit: Kit, { id }: { readonly id: string }): void {
  kit.dispatch({ type: 'transaction-discarded', id })
}
