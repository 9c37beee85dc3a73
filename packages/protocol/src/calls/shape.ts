import { answerLimits } from './limit.ts'

/** Whether `value` is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether `value` is a string of at most `limit` UTF-16 units. */
export function isText(value: unknown, limit: number = answerLimits.text): value is string {
  return typeof value === 'string' && value.length <= limit
}

/** Whether `value` is a string of 1 to `limit` UTF-16 units. */
export function isFilledText(value: unknown, limit: number = answerLimits.text): value is string {
  return isText(value, limit) && value.length > 0
}

/** Whether `value` is a list of at most `limit` items, each of which passes `isItem`. */
export function isListOf<T>(
  value: unknown,
  limit: number,
  isItem: (item: unknown) => item is T,
): value is readonly T[] {
  return Array.isArray(value) && value.length <= limit && value.every(isItem)
}

/** Whether `value` is absent, null, or passes `isValue`. */
export function isAbsentOr<T>(
  value: unknown,
  isValue: (value: unknown) => value is T,
): value is T | null | undefined {
  return value === undefined || value === null || isValue(value)
}

/** Whether `value` is a finite number. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/**
 * Pattern of a decimal amount in whole units (not base units): digits, at most one point, no sign.
 */
export const numericPattern: RegExp = /^\d{1,80}(?:\.\d{1,80})?$/
/** Pattern of the number of an asset's decimal places, as text. */
export const decimalsPattern: RegExp = /^\d{1,3}$/
/**
 * Pattern of a link: no space or control character, and no scheme that runs code or reads local
 * data.
 */
export const linkPattern: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers strip these before they read a scheme
  /^(?!(?:javascript|data|vbscript|blob|file|filesystem|about|view-source):)[^\u0000-\u0020\u007f"'<>\\]*$/i
/** Pattern of an image that a page may show as `<img>`: a web address or a `data:` image. */
export const imagePattern: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address with one of these is not what it looks like
  /^(?:https?:\/\/|data:image\/)[^\u0000-\u0020\u007f"'<>\\]+$/i

/**
 * Whether `value` is a link of a wallet: a web page or an application's own scheme, never one that
 * runs code.
 */
export function isLink(value: unknown): value is string {
  return isText(value, answerLimits.link) && linkPattern.test(value)
}

/** Whether `value` is an image address: `http(s):` or `data:image/…`. */
export function isImageAddress(value: unknown): value is string {
  return isText(value, answerLimits.image) && imagePattern.test(value)
}
