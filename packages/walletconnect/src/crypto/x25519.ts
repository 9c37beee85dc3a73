import { type CurveFn, montgomery } from '@noble/curves/abstract/montgomery'

const prime = 2n ** 255n - 19n

/**
 * X25519 for engines without it, built from parts of the library, whose complete version includes
 * Ed25519 and SHA-2. Source: RFC 7748, section 5.
 */
export function makeX25519(): CurveFn {
  return montgomery({
    P: prime,
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
  let square = x % prime
  for (let bits = prime - 2n; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}
