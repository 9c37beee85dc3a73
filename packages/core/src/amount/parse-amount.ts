import { fromDecimal } from './decimal.ts'

/**
 * Reads an amount that a visitor typed or pasted, as base units. Null when the text is no amount,
 * has more decimal places than the asset, or is above 2^256 − 1. Point and comma are both read as
 * decimal signs, and every usual grouping is read; when a sign could be the decimal sign or a
 * grouping, `locale` decides.
 * @param decimals decimal places of the asset, 0–36
 * @param locale BCP 47; default the page's locale
 */
export function parseAmount(text: string, decimals: number, locale?: string): bigint | null {
  if (text.length > 200) return null
  const { digits, decimal } = numberSymbolsOf(locale)
  let normalized = text
    .normalize('NFKC')
    .trim()
    .replace(/\s[\p{L}$€£¥₿Ξ]{1,11}$/u, '')
  for (const [value, digit] of digits.entries()) {
    normalized = normalized.replaceAll(digit, `${value}`)
  }
  normalized = normalized
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\s'’_]/g, (space, position: number, input: string) =>
      // A space is removed only between groups of digits, so that two separate numbers do not
      // become one.
      /\d/.test(input[position - 1] ?? '') && /^\d{3}(?!\d)/.test(input.slice(position + 1))
        ? ''
        : space,
    )
  const separators = [...normalized].filter((c) => c === '.' || c === ',')
  const lastSeparator = separators.at(-1)
  if (lastSeparator === undefined) return fromDecimal(normalized, decimals, true)
  const otherSeparator = lastSeparator === '.' ? ',' : '.'
  if (separators.includes(otherSeparator)) {
    if (separators.indexOf(lastSeparator) !== separators.length - 1) return null
    const [whole = '', fraction = ''] = normalized.split(lastSeparator)
    return isGrouped(whole, otherSeparator)
      ? fromDecimal(`${whole.replaceAll(otherSeparator, '')}.${fraction}`, decimals, true)
      : null
  }
  const isGrouping =
    separators.length > 1 ||
    (lastSeparator !== decimal &&
      isGrouped(normalized, lastSeparator) &&
      !normalized.startsWith('0'))
  if (!isGrouping) return fromDecimal(normalized.replace(lastSeparator, '.'), decimals, true)
  return isGrouped(normalized, lastSeparator)
    ? fromDecimal(normalized.replaceAll(lastSeparator, ''), decimals, true)
    : null
}

/**
 * Whether the digits of an amount are grouped as usual: in threes, or as in India in twos with a
 * last group of three.
 */
function isGrouped(text: string, separator: string): boolean {
  const separatorPattern = separator === '.' ? '\\.' : separator
  return new RegExp(
    `^(\\d{1,3}(${separatorPattern}\\d{3})+|\\d{1,2}(${separatorPattern}\\d{2})*${separatorPattern}\\d{3})$`,
  ).test(text)
}

function numberSymbolsOf(locale: string | undefined): {
  readonly digits: readonly string[]
  readonly decimal: string
} {
  const numberFormat = new Intl.NumberFormat(locale, { useGrouping: false })
  const digits = Array.from({ length: 10 }, (_, digit) => numberFormat.format(digit))
  const decimal = numberFormat.formatToParts(0.5).find((part) => part.type === 'decimal')?.value
  return { digits, decimal: decimal === ',' ? ',' : '.' }
}
