import { createHash, randomUUID } from 'node:crypto'

const base64url = (data: string | ArrayBuffer): string =>
  Buffer.from(data as string).toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

export interface ProofParts {
  readonly header?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
}

/** A partition of a browser: a key of WebCrypto, proofs put together by hand. */
export interface TestPartition {
  readonly id: string
  readonly jwk: JsonWebKey
  prove(
    asked: {
      readonly method: string
      readonly url: string
      readonly body: string
      readonly token?: string | undefined
    },
    at: number,
    parts?: ProofParts,
  ): Promise<string>
}

export async function makePartition(): Promise<TestPartition> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const jwk = { kty, crv, x, y } as JsonWebKey
  // RFC 7638: required members only, in the order of their names.
  const id = sha256(JSON.stringify({ crv, kty, x, y }))
  return {
    id,
    jwk,
    async prove({ method, url, body, token }, at, { header = {}, claims = {} } = {}) {
      const head = { typ: 'dpop+jwt', alg: 'ES256', jwk, ...header }
      const ath = token === undefined ? {} : { ath: sha256(token) }
      const iat = Math.floor(at / 1000)
      const payload = {
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat,
        bh: sha256(body),
        ...ath,
        ...claims,
      }
      const signed = `${base64url(JSON.stringify(head))}.${base64url(JSON.stringify(payload))}`
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      return `${signed}.${base64url(await crypto.subtle.sign(algorithm, pair.privateKey, Buffer.from(signed)))}`
    },
  }
}
