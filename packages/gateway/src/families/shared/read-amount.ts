import { memberSpans } from '../../base/http/json-spans.ts'

/**
 * An amount in base units as nodes write it: decimal text or a whole number; undefined for anything
 * else, or a number that was rounded.
 */
export function readAmount(value: unknown): bigint | undefined {
  if (typeof value === 'string') return /^\d{1,40}$/.test(value) ? BigInt(value) : undefined
  return Number.isSafeInteger(value) && (value as number) >= 0 ? BigInt(value as number) : undefined
}

/** A whole number that stands in raw JSON below these members, however large. */
export function amountAt(text: string, ...path: readonly string[]): bigint | undefined {
  const found = path.reduce<string | undefined>(
    (span, name) => (span?.trimStart().startsWith('{') ? memberSpans(span).get(name) : undefined),
    text,
  )
  return found !== undefined && /^\d{1,40}$/.test(found) ? BigInt(found) : undefined
}
