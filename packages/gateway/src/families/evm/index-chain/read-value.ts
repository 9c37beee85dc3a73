import { LatchkeyError } from '@latchkey/protocol'
import type { Hex } from 'viem'

const most256 = 2n ** 256n

/**
 * Throws because the node's answer is wrong or incomplete. `what` names the field and never quotes
 * the answer.
 */
export function distrustAnswer(what: string): never {
  throw new LatchkeyError('server-error', { reason: `the node's answer is not believed: ${what}` })
}

export function asRecord(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    distrustAnswer(`${what} is no object`)
  return value as Readonly<Record<string, unknown>>
}

export function asList(value: unknown, what: string, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most)
    distrustAnswer(`${what} is no list of at most ${most}`)
  return value
}

/** Checks hex bytes of any length, or of exactly `size`; returns lower case. */
export function asBytes(value: unknown, what: string, size?: number): Hex {
  const isHex = typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value)
  if (!isHex || (size !== undefined && value.length !== 2 + size * 2))
    distrustAnswer(`${what} is not ${size === undefined ? 'whole' : size} bytes`)
  return value.toLowerCase() as Hex
}

/** An unsigned number of at most 256 bits. */
export function asAmount(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || value.length > 66 || !/^0x[\da-f]+$/i.test(value))
    distrustAnswer(`${what} is no quantity`)
  const amount = BigInt(value)
  return amount < most256 ? amount : distrustAnswer(`${what} has more than 256 bits`)
}

/** An unsigned number below 2^53. */
export function asWhole(value: unknown, what: string): number {
  // Most numbers are small and need no bigint.
  if (typeof value === 'string' && value.length <= 14 && /^0x[\da-f]+$/i.test(value))
    return Number(value)
  const amount = asAmount(value, what)
  return amount <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(amount)
    : distrustAnswer(`${what} is too large`)
}
