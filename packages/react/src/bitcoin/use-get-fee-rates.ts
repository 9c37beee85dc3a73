import { getFeeRates } from '@latchkey/bitcoin'
import { type Action, useAction } from '../hooks/use-action.ts'

/**
 * Asks the kit's nodes for Bitcoin fee rates, in whole satoshi per virtual byte: `run({ chain })`.
 *
 * @example
 * const { state, run } = useGetFeeRates()
 * const ask = () => run({ chain: mainnet })
 */
export function useGetFeeRates(): Action<typeof getFeeRates> {
  return useAction(getFeeRates)
}
