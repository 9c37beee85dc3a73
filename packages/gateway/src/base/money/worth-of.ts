import { multiplyRatios, parseRatio, ratioText } from './ratio.ts'

/**
 * What an amount is worth, exact decimal text; undefined when either is no decimal.
 * @param quantity - whole units
 * @param price - of one unit
 */
export function worthOf(quantity: string, price: string): string | undefined {
  const amount = parseRatio(quantity)
  const each = parseRatio(price)
  // Both are finite decimals, and so is their product: no digit is rounded.
  return amount && each && ratioText(multiplyRatios(amount, each), 400)
}
