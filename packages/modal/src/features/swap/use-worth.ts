import { type Balance, fiatValue } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import { usePrices } from '@latchkey/react/queries'
import type { ModalOptions } from '../../contract/options.ts'
import { fiatText } from '../../shared/amounts.ts'

/** The fiat value of an amount as text; undefined when no price is known. */
export type Worth = (asset: Asset, amount: bigint) => string | undefined

/**
 * Prices of held assets come with the balances; only the others are asked for, and only after the
 * balances are read.
 */
export function useWorth(
  options: ModalOptions,
  locale: string,
  assets: readonly (Asset | undefined)[],
  balances: readonly Balance[] | undefined,
): Worth {
  const knownPriceOf = (asset: Asset): string | undefined =>
    balances?.find((one) => one.asset.id === asset.id)?.price
  const { data } = usePrices({
    assets: assets.flatMap((asset) =>
      asset && balances && knownPriceOf(asset) === undefined ? asset : [],
    ),
    currency: options.currency,
  })
  return (asset, amount) => {
    const price = knownPriceOf(asset) ?? data?.[asset.id]
    const value = price === undefined ? undefined : fiatValue([{ asset, amount, price }])
    return value === undefined ? undefined : fiatText(value, locale, options.currency)
  }
}
