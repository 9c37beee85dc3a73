import { formatAmount } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'

interface RateSide {
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>
  /** Amount of the asset in base units. */
  readonly amount: bigint
}

/** Number of significant digits that a rate is written with. */
const significantDigits = 6
/**
 * More decimal places than any rate needs, so that a rate between two assets with few decimal
 * places loses no digits.
 */
const extraPlaces = 18

/**
 * Price of one whole unit of an asset in another, from a quote: `1 ETH = 2,487.12 USDC`; cut, never
 * rounded up.
 */
export function rateText(baseSide: RateSide, quoteSide: RateSide, locale: string): string {
  if (baseSide.amount <= 0n) return ''
  const decimals = quoteSide.asset.decimals + extraPlaces
  const units =
    (quoteSide.amount * 10n ** BigInt(baseSide.asset.decimals + extraPlaces)) / baseSide.amount
  const text = `${units}`.padStart(decimals + 1, '0')
  const wholeDigits = text.length - decimals
  const isFraction = units < 10n ** BigInt(decimals)
  const leadingZeros = isFraction ? text.slice(wholeDigits).search(/[1-9]/) : 0
  const fractionDigits = isFraction
    ? Math.min(leadingZeros + significantDigits, decimals)
    : Math.max(0, significantDigits - wholeDigits)
  const value = formatAmount(units, decimals, {
    locale,
    maximumFractionDigits: units === 0n ? 0 : fractionDigits,
  })
  return `1 ${baseSide.asset.symbol} = ${value} ${quoteSide.asset.symbol}`
}
