import { createPublicKey, verify } from 'node:crypto'
import { appleClientKey, clientIdOf } from './players.ts'

/**
 * Maximum validity of an Apple client secret in seconds: six months, as in Apple's documentation.
 */
const maxLifeSeconds = 15_777_000

/**
 * Returns what is wrong with an Apple client secret (a JWT signed with the client's private key);
 * undefined for a valid one.
 */
export function appleSecretFault(
  secret: string | null,
  audience: string,
  now: number = Date.now(),
): string | undefined {
  const { teamId, keyId, privateKey } = appleClientKey()
  const [head = '', body = '', signature = '', ...extraParts] = (secret ?? '').split('.')
  if (!signature || extraParts.length > 0) return 'the client secret is no JWT'
  const [header, claims] = [head, body].map(readPart)
  if (!header || !claims) return 'the client secret is no JWT'
  if (header.alg !== 'ES256' || header.kid !== keyId)
    return 'alg must be ES256 and kid the id of the key'
  const key = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    return 'the signature of the client secret is wrong'
  const { iss, sub, aud, iat, exp } = claims
  if (iss !== teamId) return 'iss must be the id of the team'
  if (sub !== clientIdOf('apple')) return 'sub must be the id of the client'
  if (aud !== audience) return `aud must be ${audience}`
  const nowSeconds = Math.floor(now / 1000)
  if (typeof iat !== 'number' || iat > nowSeconds + 60) return 'iat is missing or in the future'
  if (typeof exp !== 'number' || exp <= nowSeconds) return 'the client secret has expired'
  if (exp - iat > maxLifeSeconds) return 'the client secret lives longer than six months'
  return undefined
}

function readPart(segment: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
