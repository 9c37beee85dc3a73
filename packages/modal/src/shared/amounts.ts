import { formatAmount } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'

/** An amount with its symbol in full precision, for reviews of what is sent or swapped. */
export function exactAmount(amount: bigint, asset: Asset, locale: string): string {
  return `${formatAmount(amount, asset.decimals, { locale })} ${asset.symbol}`
}

const significantDigits = 6
// Maximum number of decimal places. An amount that needs more is almost nothing, and its zeros
// would take too much space.
const maxDecimalPlaces = 12

/**
 * An amount with its symbol, cut (never rounded up) to six significant digits; the whole part is
 * never cut.
 */
export function shortAmount(amount: bigint, asset: Asset, locale: string): string {
  const maximumFractionDigits = fractionDigitsOf(amount < 0n ? -amount : amount, asset.decimals)
  return `${formatAmount(amount, asset.decimals, { locale, maximumFractionDigits })} ${asset.symbol}`
}

function fractionDigitsOf(amount: bigint, decimals: number): number {
  const digitCount = `${amount}`.length
  if (digitCount > decimals) return Math.max(0, significantDigits - (digitCount - decimals))
  return Math.min(decimals - digitCount + significantDigits, decimals, maxDecimalPlaces)
}

/**
 * A value in the visitor's money format.
 * @param value decimal string.
 * @param currency ISO 4217, or the code of a coin; default `usd`.
 */
export function fiatParts(
  value: string,
  locale: string,
  currency = 'usd',
): { readonly whole: string; readonly fraction: string } {
  const code = currency.toUpperCase()
  const isCurrencyCode = Intl.supportedValuesOf('currency').includes(code)
  const moneyFormat = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    // Values in a coin are shown with more than two decimal places.
    ...(!isCurrencyCode && { maximumFractionDigits: 8 }),
  })
  // Intl accepts decimal strings without loss, but TypeScript's types for Intl do not allow them.
  const formatParts = moneyFormat.formatToParts(value as unknown as number)
  const decimalIndex = formatParts.findIndex(({ type }) => type === 'decimal')
  const joinParts = (partList: typeof formatParts) => partList.map((part) => part.value).join('')
  return decimalIndex < 0
    ? { whole: joinParts(formatParts), fraction: '' }
    : {
        whole: joinParts(formatParts.slice(0, decimalIndex)),
        fraction: joinParts(formatParts.slice(decimalIndex)),
      }
}

/** Like `fiatParts`, but as one string. */
export function fiatText(value: string, locale: string, currency?: string): string {
  const { whole, fraction } = fiatParts(value, locale, currency)
  return whole + fraction
}
