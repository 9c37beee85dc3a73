import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { z } from 'zod'

/** Largest accepted error of a device's clock, in milliseconds. */
export const proofLifeMs = 60_000

const claims = z.looseObject({
  jti: z.string().min(8).max(128),
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  ath: z.string().optional(),
  bh: z.string().optional(),
})

/** The request that a proof of possession must match. */
export interface ProofContext {
  /** HTTP method in upper case. */
  readonly method: string
  /**
   * Address of the request: the configured origin of the vault, and the path. The Host header is
   * not used.
   */
  readonly url: string
  readonly body: string
  readonly token: string | undefined
  readonly now: number
}

export interface VerifiedProof {
  /** JWK thumbprint (RFC 7638) of the key that signed the proof; it is the id of the device. */
  readonly device: string
  /** Id of the proof (claim `jti`), unique on its device. */
  readonly jti: string
}

/**
 * Verifies a proof of possession (RFC 9449, section 4.3): a P-256 key must have signed it with
 * ES256, at most a minute ago, for this request, token and body (claim `bh`). The caller must check
 * that its `jti` is new.
 * @returns undefined for an invalid proof
 */
export async function readProof(
  header: string | undefined,
  proofContext: ProofContext,
): Promise<VerifiedProof | undefined> {
  if (!header || header.length > 2_048) return undefined
  const options = {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(proofContext.now),
  }
  const verifiedToken = await jwtVerify(header, EmbeddedJWK, options).catch(() => undefined)
  const parsedClaims = claims.safeParse(verifiedToken?.payload)
  const jwk = verifiedToken?.protectedHeader.jwk
  if (!parsedClaims.success || !isPublicKey(jwk)) return undefined
  const { jti, htm, htu, iat, ath, bh } = parsedClaims.data
  const isFresh = Math.abs(proofContext.now - iat * 1000) <= proofLifeMs
  const isOfCall = htm === proofContext.method && htu === proofContext.url
  const isOfToken =
    proofContext.token === undefined ? ath === undefined : ath === hashText(proofContext.token)
  const isOfBody =
    bh === hashText(proofContext.body) || (bh === undefined && proofContext.body === '')
  if (!isFresh || !isOfCall || !isOfToken || !isOfBody) return undefined
  return { device: await calculateJwkThumbprint(jwk, 'sha256'), jti }
}

/** A JWK that contains its private part is refused: such a key is no longer secret. */
function isPublicKey(jwk: JWK | undefined): jwk is JWK {
  return jwk?.kty === 'EC' && jwk.crv === 'P-256' && jwk.d === undefined
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
