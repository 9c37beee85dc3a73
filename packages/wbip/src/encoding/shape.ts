/**
 * A function that returns what is wrong with a value, or undefined. The type parameter exists for
 * the compiler only.
 */
export interface Shape<T> {
  (value: unknown, at: string): string | undefined
  readonly type?: T
}

/** Checks text of 1 to `limit` UTF-16 units, which must match the pattern, if one is given. */
export function boundedText(limit: number, pattern?: RegExp): Shape<string> {
  return (value, at) => {
    if (typeof value !== 'string' || value.length === 0) return `${at} is no text`
    if (value.length > limit) return `${at} has ${value.length} characters, more than ${limit}`
    return pattern && !pattern.test(value) ? `${at} is not well formed` : undefined
  }
}

/** Checks text of at most `limit` UTF-16 units, which may be empty. */
export function anyText(limit: number): Shape<string> {
  const nonEmptyText = boundedText(limit)
  return (value, at) => (value === '' ? undefined : nonEmptyText(value, at))
}

/** Checks that a value is one of `texts`. */
export function oneOf<const T extends string>(texts: readonly T[]): Shape<T> {
  return (value, at) =>
    texts.includes(value as T) ? undefined : `${at} is none of ${texts.join(', ')}`
}

/** Checks that a value is a whole number from `minValue` to `maxValue`. */
export function wholeNumber(
  minValue: number,
  maxValue: number = Number.MAX_SAFE_INTEGER,
): Shape<number> {
  return (value, at) =>
    Number.isSafeInteger(value) && (value as number) >= minValue && (value as number) <= maxValue
      ? undefined
      : `${at} is no whole number from ${minValue} to ${maxValue}`
}

/** Checks an amount in base units: a bigint of at most 64 bits, above zero or from zero. */
export function baseUnits(minValue: 0n | 1n): Shape<bigint> {
  return (value, at) =>
    typeof value === 'bigint' && value >= minValue && value < 1n << 64n
      ? undefined
      : `${at} is no bigint from ${minValue} to 64 bits`
}

export const trueOrFalse: Shape<boolean> = (value, at) =>
  typeof value === 'boolean' ? undefined : `${at} is neither true nor false`

/** Checks that a value is undefined or has the given shape. */
export function orAbsent<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, at) => (value === undefined ? undefined : shape(value, at))
}

/** Checks a list of `minValue` to `maxValue` items, each of the given shape. */
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

/**
 * Checks that a value is an object whose fields have the given shapes; other fields are ignored.
 */
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

/**
 * Makes a shape that also requires that the function `fault` finds nothing wrong with the value.
 */
export function narrowShape<T>(shape: Shape<T>, fault: (value: T) => string | undefined): Shape<T> {
  return (value, at) => {
    const firstFault = shape(value, at)
    if (firstFault) return firstFault
    const furtherFault = fault(value as T)
    return furtherFault && `${at} ${furtherFault}`
  }
}
