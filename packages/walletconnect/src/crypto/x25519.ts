import { type CurveFn, montgomery } from '@noble/curves/abstract/montgomery'

const fieldPrime = 2n ** 255n - 19n

/**
 * X25519 for browsers that lack it. It uses parts of the library only, because the library's
 * complete version includes Ed25519 and SHA-2. Source: RFC 7748, section 5.
 */
export function makeX25519(): CurveFn {
  return montgomery({
    P: fieldPrime,
    type: 'x25519',
    powPminus2: inverseOf,
    adjustScalarBytes(bytes) {
      bytes[0] = (bytes[0] ?? 0) & 248
      bytes[31] = ((bytes[31] ?? 0) & 127) | 64
      return bytes
    },
    randomBytes: (length = 32) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
  })
}

/**
 * x to the power of prime − 2, which is 1 / x. The library's function would add its whole field
 * arithmetic.
 */
function inverseOf(x: bigint): bigint {
  let result = 1n
  let square = x % fieldPrime
  for (let exponentBits = fieldPrime - 2n; exponentBits > 0n; exponentBits >>= 1n) {
    if (exponentBits & 1n) result = (result * square) % fieldPrime
    square = (square * square) % fieldPrime
  }
  return result
}
