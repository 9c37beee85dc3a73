import { parseRatio } from '../../../base/money/ratio.ts'

/** Decimal places to which an amount is rounded up, so that a visitor can read it. */
const shownPlaces = 8
const maxAmount = 2n ** 256n

/**
 * Computes how much of an asset a price in money is, in base units, rounded up to at most eight
 * decimal places; undefined when the price is zero or out of every range.
 * @param price - decimal amount of money
 * @param unitPrice - price of one whole unit, in the same currency
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
