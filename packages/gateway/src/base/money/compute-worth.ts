import { formatRatio, multiplyRatios, parseRatio } from './ratio.ts'

/**
 * Computes the value of an amount as exact decimal text; undefined when an argument is not a
 * decimal.
 * @param quantity - whole units
 * @param price - price of one unit
 */
export function computeWorth(quantity: string, price: string): string | undefined {
  const amount = parseRatio(quantity)
  const unitPrice = parseRatio(price)
  // Both factors are finite decimals, so the product is finite too and nothing is rounded.
  return amount && unitPrice && formatRatio(multiplyRatios(amount, unitPrice), 400)
}
