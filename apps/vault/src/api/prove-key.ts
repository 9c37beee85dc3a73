import { base64url, randomId, sha256Text } from '../base64url.ts'
import type { DeviceKey } from '../store/open-store.ts'

/** What a proof of possession is made for: one call with its body and access token, at one time. */
export interface ProofRequest {
  readonly method: string
  /** URL of the call, without query and fragment. */
  readonly url: string
  readonly body: string
  readonly token?: string | undefined
}

const encodeJson = (value: unknown): string =>
  base64url(new TextEncoder().encode(JSON.stringify(value)))

/**
 * Makes the proof of possession of the device's key (DPoP, RFC 9449, section 4.2): a JWT signed
 * with ES256, whose claim `bh` is the hash of the call's body.
 */
export async function proveKey(
  { pair, jwk }: DeviceKey,
  { method, url, body, token }: ProofRequest,
): Promise<string> {
  const claims = {
    htm: method,
    htu: url,
    iat: Math.floor(Date.now() / 1000),
    jti: randomId(16),
    bh: await sha256Text(body),
    ...(token !== undefined && { ath: await sha256Text(token) }),
  }
  const signingInput = `${encodeJson({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encodeJson(claims)}`
  const bytes = new TextEncoder().encode(signingInput)
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    bytes,
  )
  return `${signingInput}.${base64url(new Uint8Array(signature))}`
}
