import { createPublicKey, verify } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { readPublicKey } from './did-key.ts'

const leewaySeconds = 300
const maxTokenLength = 2048

/**
 * Verifies an auth token and returns its client's `did:key`; undefined when the signature is wrong
 * or the token expired (5 minutes of leeway). `sub` and `act` are not checked, because clients
 * differ in them.
 * @param now - milliseconds since the epoch
 * @param urls - addresses of the relay: `aud` must name the host of one, so that a token for
 *   another relay is useless here. Without addresses any host is accepted, because proxies may hide
 *   the requested name
 */
export function verifyToken(
  token: string,
  now: number,
  urls: readonly string[] = [],
): string | undefined {
  if (token.length > maxTokenLength) return undefined
  const claims = readClaims(token)
  if (!claims) return undefined
  const { iss, exp, aud } = claims
  if (
    urls.length > 0 &&
    !urls.some((url) => readHost(url) === readHost(aud) && readHost(aud) !== '')
  )
    return undefined
  if (typeof iss !== 'string' || typeof exp !== 'number' || exp + leewaySeconds < now / 1000)
    return undefined
  const publicKey = readPublicKey(iss)
  return publicKey && isSigned(publicKey, token) ? iss : undefined
}

/**
 * Returns the host of a URL, with its port unless it is the default one; `wss://` and `https://`
 * have the same default port.
 */
function readHost(url: unknown): string {
  const text = typeof url === 'string' ? url.replace(/^ws(?=s?:)/i, 'http') : ''
  return URL.canParse(text) ? new URL(text).host : ''
}

/**
 * Returns the claims of a token whose header names the algorithm EdDSA; the signature is not
 * verified here.
 */
function readClaims(token: string): Record<string, unknown> | undefined {
  try {
    return decodeProtectedHeader(token).alg === 'EdDSA' ? decodeJwt(token) : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies a signature by Node's own functions. The library jose is not used, because it verifies
 * only asynchronously, and a socket must be admitted or refused in the same turn of the event loop.
 */
function isSigned(publicKey: Uint8Array, token: string): boolean {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const signatureSeparator = token.lastIndexOf('.')
    const signature = Buffer.from(token.slice(signatureSeparator + 1), 'base64url')
    return verify(null, Buffer.from(token.slice(0, signatureSeparator)), key, signature)
  } catch {
    return false
  }
}
