import { fiatValue, formatAmount, parseAmount } from '@latchkey/core'
import { type Asset, boughtFor, currencyPlaces, moneyUnits } from '@latchkey/protocol'

/**
 * The unit of a typed amount: the asset when there is no `money`, else money at the asset's price.
 */
export interface Writing {
  readonly asset: Asset
  readonly locale: string
  readonly money?: { readonly currency: string; readonly price: string | undefined } | undefined
}

/** Decimal places of the finest unit. */
const scale = 36
/** Decimal places of a value that is given in a coin such as BTC. */
const coinPlaces = 8

function placesOf(currency: string): number {
  const code = currency.toUpperCase()
  return Intl.supportedValuesOf('currency').includes(code) ? currencyPlaces(code) : coinPlaces
}

/** Decimal places that a typed amount may have. */
export function typedPlaces({ asset, money }: Writing): number {
  return money ? placesOf(money.currency) : asset.decimals
}

/**
 * The typed amount in base units, rounded down; null when the text is no amount, or the price is
 * missing.
 */
export function readTyped(text: string, writing: Writing): bigint | null {
  const { asset, locale, money } = writing
  const places = typedPlaces(writing)
  const typed = parseAmount(text, places, locale)
  if (typed === null || !money) return typed
  const price = moneyUnits(money.price ?? '')
  if (price === null || price <= 0n) return null
  return boughtFor(typed * 10n ** BigInt(scale - places), price, asset.decimals)
}

/** An amount as it would be typed, rounded down; empty when the price is missing. */
export function writeTyped(amount: bigint, writing: Writing): string {
  const { asset, locale, money } = writing
  if (!money) return formatAmount(amount, asset.decimals, { locale, useGrouping: false })
  const value = fiatValue([
    { asset, amount, ...(money.price !== undefined && { price: money.price }) },
  ])
  const units = value === undefined ? null : moneyUnits(value)
  if (units === null) return ''
  const places = typedPlaces(writing)
  return formatAmount(units / 10n ** BigInt(scale - places), places, { locale, useGrouping: false })
}
