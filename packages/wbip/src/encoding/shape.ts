/** Returns what is wrong with a value, or undefined. `type` exists for the compiler only. */
export interface Shape<T> {
  (value: unknown, at: string): string | undefined
  readonly type?: T
}

/** Text of 1 to `limit` UTF-16 units that matches the pattern, if given. */
export function boundedText(limit: number, pattern?: RegExp): Shape<string> {
  return (value, at) => {
    if (typeof value !== 'string' || value.length === 0) return `${at} is no text`
    if (value.length > limit) return `${at} has ${value.length} characters, more than ${limit}`
    return pattern && !pattern.test(value) ? `${at} is not well formed` : undefined
  }
}

/** Text of at most `limit` UTF-16 units; may be empty. */
export function anyText(limit: number): Shape<string> {
  const nonEmptyText = boundedText(limit)
  return (value, at) => (value === '' ? undefined : nonEmptyText(value, at))
}

/** One of these texts. */
export function oneOf<const T extends string>(texts: readonly T[]): Shape<T> {
  return (value, at) =>
    texts.includes(value as T) ? undefined : `${at} is none of ${texts.join(', ')}`
}

/** A whole number from `minValue` to `maxValue`. */
export function wholeNumber(
  minValue: number,
  maxValue: number = Number.MAX_SAFE_INTEGER,
): Shape<number> {
  return (value, at) =>
    Number.isSafeInteger(value) && (value as number) >= minValue && (value as number) <= maxValue
      ? undefined
      : `${at} is no whole number from ${minValue} to ${maxValue}`
}

/** Base units as a bigint of at most 64 bits, above zero or from zero. */
export function baseUnits(minValue: 0n | 1n): Shape<bigint> {
  return (value, at) =>
    typeof value === 'bigint' && value >= minValue && value < 1n << 64n
      ? undefined
      : `${at} is no bigint from ${minValue} to 64 bits`
}

export const trueOrFalse: Shape<boolean> = (value, at) =>
  typeof value === 'boolean' ? undefined : `${at} is neither true nor false`

/** Undefined, or a value of the shape. */
export function orAbsent<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, at) => (value === undefined ? undefined : shape(value, at))
}

/** A list of `minValue` to `maxValue` items of that shape. */
export function listOf<T>(item: Shape<T>, minValue: number, maxValue: number): Shape<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is no list`
    if (value.length < minValue || value.length > maxValue)
      return `${at} has ${value.length} items, not ${minValue} to ${maxValue}`
    for (const [i, one] of value.entries()) {
      const fault = item(one, `${at}[${i}]`)
      if (fault) return fault
    }
    return undefined
  }
}

/** An object whose fields have these shapes; other fields are ignored. */
export function objectOf<T extends object>(
  shapes: { readonly [K in keyof T]-?: Shape<T[K]> },
): Shape<T> {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${at} is no object`
    for (const [key, shape] of Object.entries<Shape<unknown>>(shapes)) {
      const fault = shape((value as Record<string, unknown>)[key], `${at}.${key}`)
      if (fault) return fault
    }
    return undefined
  }
}

/** A shape that also requires that `fault` finds nothing wrong with the value. */
export function narrowShape<T>(shape: Shape<T>, fault: (value: T) => string | undefined): Shape<T> {
  return (value, at) => {
    const firstFault = shape(value, at)
    if (firstFault) return firstFault
    const furtherFault = fault(value as T)
    return furtherFault && `${at} ${furtherFault}`
  }
}
