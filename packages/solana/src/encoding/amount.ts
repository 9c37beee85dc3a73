/**
 * Reads lamports, slots or base units from JSON: a whole number, or decimal text; null for anything
 * else. Numbers above 2^53 lost digits when they were parsed, so they are only approximate.
 */
export function readAmount(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value >= 0n ? value : null
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value < 2 ** 64 ? BigInt(value) : null
  return typeof value === 'string' && /^[0-9]{1,20}$/.test(value) ? BigInt(value) : null
}
