import { type Balance, fiatValue } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import { usePrices } from '@latchkey/react/queries'
import type { ModalOptions } from '../../contract/options.ts'
import { fiatText } from '../../shared/amounts.ts'

/** What an amount of one of these assets is worth, in words; undefined where no price is known. */
export type Worth = (asset: Asset, amount: bigint) => string | undefined

/**
 * Prices of what the account holds come with its balances; only what it does not hold is asked for,
 * and nothing before the balances are there.
 */
export function useWorth(
  options: ModalOptions,
  locale: string,
  assets: readonly (Asset | undefined)[],
  balances: readonly Balance[] | undefined,
): Worth {
  const priceOf = (asset: Asset): string | undefined =>
    balances?.find((one) => one.asset.id === asset.id)?.price
  const { data } = usePrices({
    assets: assets.flatMap((asset) =>
      asset && balances && priceOf(asset) === undefined ? asset : [],
    ),
    currency: options.currency,
  })
  return (asset, amount) => {
    const price = priceOf(asset) ?? data?.[asset.id]
    const value = price === undefined ? undefined : fiatValue([{ asset, amount, price }])
    return value === undefined ? undefined : fiatText(value, locale, options.currency)
  }
}
