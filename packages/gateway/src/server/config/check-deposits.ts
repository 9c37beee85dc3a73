import type { Config } from '../../base/config/schema.ts'
import type { Fault } from './check-prices.ts'

/** Finds the first fault in the configured exchanges; undefined when there is none. */
export function checkDeposits({
  exchanges,
  onramp,
}: Pick<Config, 'exchanges' | 'onramp'>): Fault | undefined {
  if (!exchanges.coinbase || onramp.coinbase) return undefined
  return {
    reason: 'exchanges.coinbase: it is asked as onramp.coinbase says, and that is not there',
    fix: 'configure onramp.coinbase with its key, or leave exchanges.coinbase out',
  }
}
