/**
 * Writes base units as a decimal for the visitor. The text is exact unless `maximumFractionDigits`
 * cuts it; the cut never rounds up, and a small amount becomes `<0.01` instead of zero.
 * @param decimals decimal places of the asset, 0–36
 */
export function formatAmount(
  amount: bigint,
  decimals: number,
  options: formatAmount.Options = {},
): string {
  const { locale, maximumFractionDigits = decimals, useGrouping = true } = options
  const isNegative = amount < 0n
  const digits = `${isNegative ? -amount : amount}`.padStart(decimals + 1, '0')
  const integerPart = BigInt(digits.slice(0, digits.length - decimals))
  const fullFraction = digits.slice(digits.length - decimals)
  const fraction = fullFraction.slice(0, maximumFractionDigits).replace(/0+$/, '')
  const format = new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 20 })
  const isRoundedToZero = integerPart === 0n && fraction === '' && /[1-9]/.test(fullFraction)
  const shownFraction =
    isRoundedToZero && maximumFractionDigits > 0
      ? `${'0'.repeat(maximumFractionDigits - 1)}1`
      : fraction
  const decimalSeparator =
    format.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.'
  const localFractionDigits = [...shownFraction]
    .map((digit) => format.format(Number(digit)))
    .join('')
  const text =
    format.format(isRoundedToZero && maximumFractionDigits === 0 ? 1n : integerPart) +
    (shownFraction && decimalSeparator + localFractionDigits)
  return `${isRoundedToZero ? (isNegative ? '>' : '<') : ''}${isNegative ? '-' : ''}${text}`
}

export declare namespace formatAmount {
  type Options = {
    /** BCP 47 language tag for separators and digits; default: the page's locale. */
    readonly locale?: string
    /** Maximum number of decimal places in the text; default: as many as the amount has. */
    readonly maximumFractionDigits?: number
    /** Whether digits are grouped, as in `1,234`; default: true. */
    readonly useGrouping?: boolean
  }
}
