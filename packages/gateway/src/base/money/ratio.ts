/**
 * An exact fraction ≥ 0: prices are multiplied, divided and compared as fractions and rounded only
 * when printed. It is written by hand, because only four operations and a conversion to text are
 * needed; fraction libraries reduce every result and cannot print a given number of significant
 * digits.
 */
export interface Ratio {
  readonly num: bigint
  /** Denominator, above 0. */
  readonly den: bigint
}

const pattern = /^(\d{1,100})(?:\.(\d{1,100}))?(?:e([+-]?\d{1,3}))?$/i
/** Largest exponent that is accepted in a number; no real price needs a larger one. */
const maxExponent = 100

/**
 * Parses a decimal number in JSON spelling; undefined for a sign, NaN, or more digits than any
 * price has.
 */
export function parseRatio(text: string): Ratio | undefined {
  const [, whole, fraction = '', exponent = '0'] = pattern.exec(text) ?? []
  if (whole === undefined || Math.abs(Number(exponent)) > maxExponent) return undefined
  const decimalPlaces = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return decimalPlaces > 0
    ? { num: digits, den: powerOfTen(decimalPlaces) }
    : { num: digits * powerOfTen(-decimalPlaces), den: 1n }
}

/** Converts base units to whole units. */
export function ratioOfUnits(amount: bigint, decimals: number): Ratio {
  return { num: amount, den: powerOfTen(decimals) }
}

export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return { num: a.num * b.num, den: a.den * b.den }
}

/** Divides two fractions; `b` must not be zero. */
export function divideRatios(a: Ratio, b: Ratio): Ratio {
  return { num: a.num * b.den, den: a.den * b.num }
}

/**
 * Compares two fractions: negative when `a` is smaller, 0 when both are equal, positive when `a` is
 * larger.
 */
export function compareRatios(a: Ratio, b: Ratio): number {
  const leftProduct = a.num * b.den
  const rightProduct = b.num * a.den
  return leftProduct < rightProduct ? -1 : Number(leftProduct > rightProduct)
}

/**
 * Writes a fraction as decimal text; an endless decimal is rounded half up after at least `digits`
 * significant digits.
 */
export function formatRatio({ num, den }: Ratio, digits = 36): string {
  if (num === 0n) return '0'
  const decimalPlaces = digits - (`${num}`.length - `${den}`.length)
  const scaledNumerator = decimalPlaces > 0 ? num * powerOfTen(decimalPlaces) : num
  const scaledDenominator = decimalPlaces > 0 ? den : den * powerOfTen(-decimalPlaces)
  return formatDecimal(
    (2n * scaledNumerator + scaledDenominator) / (2n * scaledDenominator),
    decimalPlaces,
  )
}

function formatDecimal(value: bigint, decimalPlaces: number): string {
  if (decimalPlaces <= 0) return `${value * powerOfTen(-decimalPlaces)}`
  const text = `${value}`.padStart(decimalPlaces + 1, '0')
  const fraction = text.slice(-decimalPlaces).replace(/0+$/, '')
  return text.slice(0, -decimalPlaces) + (fraction ? `.${fraction}` : '')
}

function powerOfTen(count: number): bigint {
  return 10n ** BigInt(count)
}
