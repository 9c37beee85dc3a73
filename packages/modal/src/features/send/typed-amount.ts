import { fiatValue, formatAmount, parseAmount } from '@latchkey/core'
import { type Asset, boughtFor, currencyPlaces, moneyUnits } from '@latchkey/protocol'

/**
 * How an amount is written: in base units of the asset where there is no `money`, else in money at
 * the asset's price.
 */
export interface Writing {
  readonly asset: Asset
  readonly locale: string
  readonly money?: { readonly currency: string; readonly price: string | undefined } | undefined
}

/** Of the finest unit that 10^36 allows. */
const scale = 36
/** A coin that values are shown in has no cents. */
const coinPlaces = 8

function placesOf(currency: string): number {
  const code = currency.toUpperCase()
  return Intl.supportedValuesOf('currency').includes(code) ? currencyPlaces(code) : coinPlaces
}

/** Places that a typed amount may have. */
export function typedPlaces({ asset, money }: Writing): number {
  return money ? placesOf(money.currency) : asset.decimals
}

/**
 * What was typed, in base units, rounded down; null when it is no amount, or there is no price to
 * reckon it with.
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

/**
 * An amount as it would be typed, never above what it is; empty where there is no price to reckon
 * it with.
 */
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
