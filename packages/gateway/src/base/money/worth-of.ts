import { multiplyRatios, parseRatio, ratioText } from './ratio.ts'

/**
 * The value of an amount as exact decimal text; undefined when an argument is not a decimal.
 * @param quantity - whole units
 * @param price - price of one unit
 */
export function worthOf(quantity: string, price: string): string | undefined {
  const amount = parseRatio(quantity)
  const each = parseRatio(price)
  // Both factors are finite decimals, so the product is finite too and nothing is rounded.
  return amount && each && ratioText(multiplyRatios(amount, each), 400)
}
