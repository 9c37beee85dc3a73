import { fiatValue, formatAmount, parseAmount } from '@latchkey/core'
import { type Asset, boughtFor, currencyPlaces, moneyUnits } from '@latchkey/protocol'

/**
 * The unit of a typed amount. Without `money` it is the asset itself; with `money` it is that
 * currency, converted at the asset's price.
 */
export interface AmountFormat {
  readonly asset: Asset
  readonly locale: string
  readonly money?: { readonly currency: string; readonly price: string | undefined } | undefined
}

/** Decimal places of the finest unit. */
const maxDecimalPlaces = 36
/** Decimal places of a value that is given in a coin such as BTC. */
const coinDecimalPlaces = 8

function placesOfCurrency(currency: string): number {
  const code = currency.toUpperCase()
  return Intl.supportedValuesOf('currency').includes(code)
    ? currencyPlaces(code)
    : coinDecimalPlaces
}

/** Decimal places that a typed amount may have. */
export function placesOfFormat({ asset, money }: AmountFormat): number {
  return money ? placesOfCurrency(money.currency) : asset.decimals
}

/**
 * The typed amount in base units, rounded down; null when the text is no amount, or the price is
 * missing.
 */
export function parseTypedAmount(text: string, writing: AmountFormat): bigint | null {
  const { asset, locale, money } = writing
  const places = placesOfFormat(writing)
  const typedAmount = parseAmount(text, places, locale)
  if (typedAmount === null || !money) return typedAmount
  const price = moneyUnits(money.price ?? '')
  if (price === null || price <= 0n) return null
  return boughtFor(typedAmount * 10n ** BigInt(maxDecimalPlaces - places), price, asset.decimals)
}

/** An amount as it would be typed, rounded down; empty when the price is missing. */
export function formatTypedAmount(amount: bigint, writing: AmountFormat): string {
  const { asset, locale, money } = writing
  if (!money) return formatAmount(amount, asset.decimals, { locale, useGrouping: false })
  const value = fiatValue([
    { asset, amount, ...(money.price !== undefined && { price: money.price }) },
  ])
  const units = value === undefined ? null : moneyUnits(value)
  if (units === null) return ''
  const places = placesOfFormat(writing)
  return formatAmount(units / 10n ** BigInt(maxDecimalPlaces - places), places, {
    locale,
    useGrouping: false,
  })
}
