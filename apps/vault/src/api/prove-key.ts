import { base64url, randomId, sha256Text } from '../base64url.ts'
import type { DeviceKey } from '../store/open-store.ts'

/** What a proof of possession is made for: one call with its body and access token, at one time. */
export interface ProofRequest {
  readonly method: string
  /** Origin and path of the call. */
  readonly url: string
  readonly body: string
  readonly token?: string | undefined
}

const encodeJson = (value: unknown): string =>
  base64url(new TextEncoder().encode(JSON.stringify(value)))

/**
 * Proof of possession of the device's key (RFC 9449, section 4.2), ES256, with the body's hash in
 * `bh`.
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
