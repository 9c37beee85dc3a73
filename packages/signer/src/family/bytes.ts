import { ProviderError } from '../provider/provider-error.ts'

/** Creates the error of an invalid request (-32602). */
export function invalidParams(message: string): ProviderError {
  return new ProviderError(-32602, message)
}

/** Reads base64 of at most `maxLength` bytes. Errors: -32602. */
export function fromBase64(value: unknown, name: string, maxLength = 200_000): Uint8Array {
  if (typeof value !== 'string' || value.length > maxLength * 1.4)
    throw invalidParams(`${name} must be base64`)
  try {
    return Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
  } catch {
    throw invalidParams(`${name} must be base64`)
  }
}

/** Encodes bytes as base64. */
export function toBase64(bytes: ArrayLike<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Reads hex, with or without 0x, of at most `maxLength` bytes. Errors: -32602. */
export function fromHex(value: unknown, name: string, maxLength = 200_000): Uint8Array {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '') : ''
  if (!/^([0-9a-f]{2})+$/i.test(digits) || digits.length > maxLength * 2)
    throw invalidParams(`${name} must be hex`)
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Encodes bytes as hex, without 0x. */
export function toHex(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Reads text of a bounded length. Errors: -32602. */
export function requireText(value: unknown, name: string, maxLength = 100_000): string {
  if (typeof value !== 'string' || value.length > maxLength)
    throw invalidParams(`${name} must be text`)
  return value
}

/**
 * Reads an amount in base units: whole, not negative, as number, bigint or decimal text. Errors:
 * -32602.
 */
export function readAmount(value: unknown, name: string): bigint {
  const isWhole =
    typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint'
  if (!isWhole && !(typeof value === 'string' && /^\d{1,39}$/.test(value)))
    throw invalidParams(`${name} must be a whole number`)
  const amount = BigInt(value as string)
  if (amount < 0n) throw invalidParams(`${name} must not be negative`)
  return amount
}
