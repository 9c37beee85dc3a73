import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { z } from 'zod'

/** Furthest that a device's clock may be off. */
export const proofMs = 60_000

const claims = z.looseObject({
  jti: z.string().min(8).max(128),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  ath: z.string().optional(),
  bh: z.string().optional(),
})

/** What a proof must be about. */
export interface ProofAsked {
  /** Of the request, upper case. */
  readonly method: string
  /**
   * Origin of the vault as configured, and the path: never what the request's own host header says.
   */
  readonly url: string
  readonly body: string
  readonly token: string | undefined
  readonly now: number
}

export interface ProofRead {
  /** JWK thumbprint (RFC 7638) of the key: the device. */
  readonly device: string
  /** Once per device. */
  readonly jti: string
}

/**
 * Reads a proof of possession (RFC 9449, section 4.3): ES256 under a public P-256 key, of this
 * call, this token and this body (`bh`), not older than a minute. Whether its `jti` was used before
 * is the caller's to ask.
 * @returns undefined for anything else
 */
export async function readProof(
  header: string | undefined,
  asked: ProofAsked,
): Promise<ProofRead | undefined> {
  if (!header || header.length > 2_048) return undefined
  const options = { typ: 'dpop+jwt', algorithms: ['ES256'], currentDate: new Date(asked.now) }
  const verified = await jwtVerify(header, EmbeddedJWK, options).catch(() => undefined)
  const read = claims.safeParse(verified?.payload)
  const jwk = verified?.protectedHeader.jwk
  if (!read.success || !isPublic(jwk)) return undefined
  const { jti, htm, htu, iat, ath, bh } = read.data
  const isFresh = Math.abs(asked.now - iat * 1000) <= proofMs
  const isOfCall = htm === asked.method && htu === asked.url
  const isOfToken = asked.token === undefined ? ath === undefined : ath === hashText(asked.token)
  const isOfBody = bh === hashText(asked.body) || (bh === undefined && asked.body === '')
  if (!isFresh || !isOfCall || !isOfToken || !isOfBody) return undefined
  return { device: await calculateJwkThumbprint(jwk, 'sha256'), jti }
}

/** A key that came with its secret half belongs to nobody any more. */
function isPublic(jwk: JWK | undefined): jwk is JWK {
  return jwk?.kty === 'EC' && jwk.crv === 'P-256' && jwk.d === undefined
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
