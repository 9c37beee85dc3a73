import { createPublicKey, verify } from 'node:crypto'
import { publicKeyOf } from './did-key.ts'

const leewayS = 300
const maxLength = 2048

/**
 * The client's `did:key`, when its token is signed by that key and not expired (5 minutes of leeway); else undefined.
 * `aud`, `sub` and `act` are not judged: a relay is reached by many names, and clients differ in the rest.
 * @param now - milliseconds since the epoch
 */
export function verifyToken(token: string, now: number): string | undefined {
  if (token.length > maxLength) return undefined
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  const header = parse(head)
  const claims = parse(body)
  if (rest.length > 0 || header?.alg !== 'EdDSA' || !claims) return undefined
  const { iss, exp } = claims
  if (typeof iss !== 'string' || typeof exp !== 'number' || exp + leewayS < now / 1000) return undefined
  const x = publicKeyOf(iss)
  return x && isSigned(x, `${head}.${body}`, signature) ? iss : undefined
}

function isSigned(x: Uint8Array, text: string, signature: string): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(x).toString('base64url') }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function parse(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
