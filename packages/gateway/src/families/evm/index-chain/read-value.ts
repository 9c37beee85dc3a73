import { LatchkeyError } from '@latchkey/protocol'
import type { Hex } from 'viem'

const uint256Limit = 2n ** 256n

/**
 * Throws because the node's answer is wrong or incomplete. `subject` names the field and never
 * quotes the answer.
 */
export function distrustAnswer(subject: string): never {
  throw new LatchkeyError('server-error', {
    reason: `the node's answer is not believed: ${subject}`,
  })
}

export function asRecord(value: unknown, subject: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    distrustAnswer(`${subject} is no object`)
  return value as Readonly<Record<string, unknown>>
}

export function asList(value: unknown, subject: string, maxLength: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > maxLength)
    distrustAnswer(`${subject} is no list of at most ${maxLength}`)
  return value
}

/**
 * Checks that a value is hex bytes, of any length or of exactly `size` bytes; returns them in lower
 * case.
 */
export function asBytes(value: unknown, subject: string, size?: number): Hex {
  const isHex = typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value)
  if (!isHex || (size !== undefined && value.length !== 2 + size * 2))
    distrustAnswer(`${subject} is not ${size === undefined ? 'whole' : size} bytes`)
  return value.toLowerCase() as Hex
}

/** Reads an unsigned number of at most 256 bits from hex. */
export function asAmount(value: unknown, subject: string): bigint {
  if (typeof value !== 'string' || value.length > 66 || !/^0x[\da-f]+$/i.test(value))
    distrustAnswer(`${subject} is no quantity`)
  const amount = BigInt(value)
  return amount < uint256Limit ? amount : distrustAnswer(`${subject} has more than 256 bits`)
}

/** Reads an unsigned number below 2^53 from hex. */
export function asWholeNumber(value: unknown, subject: string): number {
  // Short hex is converted directly, because most numbers are small and need no bigint.
  if (typeof value === 'string' && value.length <= 14 && /^0x[\da-f]+$/i.test(value))
    return Number(value)
  const amount = asAmount(value, subject)
  return amount <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(amount)
    : distrustAnswer(`${subject} is too large`)
}
