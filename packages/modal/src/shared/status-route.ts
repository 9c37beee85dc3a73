import type { Transaction } from '@latchkey/core'
import type { Route } from '../contract/route.ts'

/** The view with the status of a transaction of this kit. */
export function statusRoute({ id, purpose }: Pick<Transaction, 'id' | 'purpose'>): Route {
  return { view: purpose === 'approve' || purpose === 'swap' ? 'SwapStatus' : 'SendStatus', id }
}
