import { parseRatio } from '../../../base/money/ratio.ts'

/** Number of decimal places to which an amount is rounded up, so that a visitor can read it. */
const shownPlaces = 8
const maxAmount = 2n ** 256n

/**
 * Converts a price in money to an amount of an asset in base units, rounded up to at most eight
 * decimal places. Returns undefined when one of the two prices is zero or no number, or when the
 * amount is too large.
 * @param price - amount of money, as a decimal
 * @param unitPrice - price of one whole unit of the asset, in the same currency
 */
export function computeAmount(
  price: string,
  unitPrice: string,
  decimals: number,
): bigint | undefined {
  const [total, unit] = [parseRatio(price), parseRatio(unitPrice)]
  if (!total || !unit || total.num === 0n || unit.num === 0n) return undefined
  const places = Math.min(decimals, shownPlaces)
  const numerator = total.num * unit.den * 10n ** BigInt(places)
  const denominator = total.den * unit.num
  const rounded = (numerator + denominator - 1n) / denominator
  const amount = rounded * 10n ** BigInt(decimals - places)
  return amount < maxAmount ? amount : undefined
}
