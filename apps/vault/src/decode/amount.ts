/**
 * Writes base units as an exact decimal, never rounded, with a narrow space every three digits
 * before the point.
 */
export function exactAmount(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const integerDigits = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${groupDigits(integerDigits)}${fraction && `.${fraction}`}`
}

/** Writes a whole number with its digits in groups of three. */
export function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, '\u202f')
}
