import { findMemberSpans } from '../../base/http/json-spans.ts'

/**
 * Reads an amount in base units from a node: decimal text or a whole number. Undefined for other
 * values, and for numbers too large to be exact.
 */
export function readAmount(value: unknown): bigint | undefined {
  if (typeof value === 'string') return /^\d{1,40}$/.test(value) ? BigInt(value) : undefined
  return Number.isSafeInteger(value) && (value as number) >= 0 ? BigInt(value as number) : undefined
}

/** Reads a whole number of any size from raw JSON, at the given path of member names. */
export function readAmountAt(text: string, ...path: readonly string[]): bigint | undefined {
  const amountText = path.reduce<string | undefined>(
    (span, name) =>
      span?.trimStart().startsWith('{') ? findMemberSpans(span).get(name) : undefined,
    text,
  )
  return amountText !== undefined && /^\d{1,40}$/.test(amountText) ? BigInt(amountText) : undefined
}
