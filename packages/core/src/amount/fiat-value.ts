import type { Balance } from '../contract/reader.ts'

const decimalPlaces = 18
const pricePattern = /^\d{1,30}(?:\.\d{1,30})?$/

/**
 * The total fiat value of balances as an exact decimal string; `undefined` when no price is known.
 * A balance without a price adds nothing.
 */
export function fiatValue(balances: readonly Balance[]): string | undefined {
  const fiatValues = balances.flatMap(({ asset, amount, price }) => {
    const unitPrice = price === undefined ? null : scalePrice(price)
    return unitPrice === null ? [] : [(amount * unitPrice) / 10n ** BigInt(asset.decimals)]
  })
  if (fiatValues.length === 0) return undefined
  const sum = fiatValues.reduce((total, value) => total + value, 0n)
  const digits = sum.toString().padStart(decimalPlaces + 1, '0')
  return `${digits.slice(0, -decimalPlaces)}.${digits.slice(-decimalPlaces)}`
}

function scalePrice(price: string): bigint | null {
  if (!pricePattern.test(price)) return null
  const [whole = '0', fraction = ''] = price.split('.')
  return BigInt(whole + fraction.slice(0, decimalPlaces).padEnd(decimalPlaces, '0'))
}
