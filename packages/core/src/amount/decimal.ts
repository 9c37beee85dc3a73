/** The largest amount that a 256-bit word holds: 2^256 − 1 base units. */
export const maxAmount: bigint = 2n ** 256n - 1n

/**
 * Reads a plain decimal (`12.5`, no grouping) as base units. Digits beyond `decimals` are cut off
 * when `isExact` is false. Null when the text is no such decimal, or the amount is above 2^256 − 1.
 */
export function fromDecimal(text: string, decimals: number, isExact = false): bigint | null {
  const [, whole = '', fraction = ''] = /^(\d{0,78})(?:\.(\d{0,100}))?$/.exec(text) ?? []
  if (whole + fraction === '') return null
  if (isExact && /[1-9]/.test(fraction.slice(decimals))) return null
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return amount > maxAmount ? null : amount
}

/**
 * Writes a JSON number as a plain decimal string, because money is never shown as `1e-7`. The
 * number must be below 10^21.
 */
export function decimalText(value: number): string {
  const text = `${value}`
  return text.includes('e') ? value.toFixed(18).replace(/\.?0+$/, '') : text
}
