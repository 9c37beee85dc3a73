import type { Transaction } from '@latchkey/core'
import type { Route } from '../contract/route.ts'

/** Where one sees how a transaction of this kit stands. */
export function statusRoute({ id, purpose }: Pick<Transaction, 'id' | 'purpose'>): Route {
  return { view: purpose ? 'SwapStatus' : 'SendStatus', id }
}
