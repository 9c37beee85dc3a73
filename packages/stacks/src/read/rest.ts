import type { ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'

/** Reads a node's answer as a JSON object; throws `rpc-answer-invalid`. */
export async function getObject(
  source: ReadSource,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  return requireObject(await source.request('GET', [path]), path)
}

/** The value as an object; throws `rpc-answer-invalid`. */
export function requireObject(
  value: unknown,
  description: string,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: `${description.slice(0, 200)} answered no object`,
    })
  return value as Readonly<Record<string, unknown>>
}

/**
 * Base units as decimal text or a whole number, from 0 up to 128 bits; undefined for anything else.
 */
export function readAmount(value: unknown): bigint | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^\d{1,39}$/.test(value)) return undefined
  const amount = BigInt(value)
  return amount < 1n << 128n ? amount : undefined
}

/** A whole number from 0; undefined for anything else. */
export function readCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}
