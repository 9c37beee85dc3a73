import { fromDecimal } from './decimal.ts'

/**
 * Reads an amount that a visitor typed or pasted, as base units. Null when the text is no amount,
 * has more decimal places than the asset, or is above 2^256 − 1. Both decimal signs and every usual
 * grouping are read; when a sign could be either, `locale` decides.
 * @param decimals decimal places of the asset, 0–36
 * @param locale BCP 47; default the page's locale
 */
export function parseAmount(text: string, decimals: number, locale?: string): bigint | null {
  if (text.length > 200) return null
  const { digits, decimal } = signsOf(locale)
  let plain = text
    .normalize('NFKC')
    .trim()
    .replace(/\s[\p{L}$€£¥₿Ξ]{1,11}$/u, '')
  for (const [value, digit] of digits.entries()) {
    plain = plain.replaceAll(digit, `${value}`)
  }
  plain = plain
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\s'’_]/g, (space, at: number, whole: string) =>
      // A space is removed only between groups of digits, so that two separate numbers are not
      // joined.
      /\d/.test(whole[at - 1] ?? '') && /^\d{3}(?!\d)/.test(whole.slice(at + 1)) ? '' : space,
    )
  const signs = [...plain].filter((c) => c === '.' || c === ',')
  const last = signs.at(-1)
  if (last === undefined) return fromDecimal(plain, decimals, true)
  const other = last === '.' ? ',' : '.'
  if (signs.includes(other)) {
    if (signs.indexOf(last) !== signs.length - 1) return null
    const [whole = '', fraction = ''] = plain.split(last)
    return isGrouped(whole, other)
      ? fromDecimal(`${whole.replaceAll(other, '')}.${fraction}`, decimals, true)
      : null
  }
  const isGrouping =
    signs.length > 1 || (last !== decimal && isGrouped(plain, last) && !plain.startsWith('0'))
  if (!isGrouping) return fromDecimal(plain.replace(last, '.'), decimals, true)
  return isGrouped(plain, last) ? fromDecimal(plain.replaceAll(last, ''), decimals, true) : null
}

/** Whether digits are grouped in threes, or in twos with a last group of three as in India. */
function isGrouped(text: string, sign: string): boolean {
  const s = sign === '.' ? '\\.' : sign
  return new RegExp(`^(\\d{1,3}(${s}\\d{3})+|\\d{1,2}(${s}\\d{2})*${s}\\d{3})$`).test(text)
}

function signsOf(locale: string | undefined): {
  readonly digits: readonly string[]
  readonly decimal: string
} {
  const format = new Intl.NumberFormat(locale, { useGrouping: false })
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  const decimal = format.formatToParts(0.5).find((part) => part.type === 'decimal')?.value
  return { digits, decimal: decimal === ',' ? ',' : '.' }
}
