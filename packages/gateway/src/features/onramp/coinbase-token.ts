import { createPrivateKey, randomBytes, sign } from 'node:crypto'

/** PKCS #8 header of a raw Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const lifeSeconds = 120

/**
 * Creates a bearer token for one call of Coinbase's developer platform: a JWT (EdDSA) over method,
 * host and path, valid for 2 min.
 * @param key - `<key id>:<base64 of the 64-byte Ed25519 secret>` as the portal shows the two
 * @throws any error when the key is malformed
 */
export function coinbaseToken(
  key: string,
  method: 'GET' | 'POST',
  url: string,
  now: number = Date.now(),
): string {
  const cut = key.lastIndexOf(':')
  const id = key.slice(0, cut)
  const secret = Buffer.from(key.slice(cut + 1), 'base64')
  if (cut < 1 || secret.length !== 64)
    throw new Error('the key must be <key id>:<base64 of 64 bytes>')
  const { host, pathname } = new URL(url)
  const at = Math.floor(now / 1_000)
  const encodePart = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = encodePart({
    alg: 'EdDSA',
    typ: 'JWT',
    kid: id,
    nonce: randomBytes(16).toString('hex'),
  })
  const claims = {
    sub: id,
    iss: 'cdp',
    nbf: at,
    exp: at + lifeSeconds,
    uris: [`${method} ${host}${pathname}`],
  }
  const text = `${head}.${encodePart(claims)}`
  const signer = createPrivateKey({
    key: Buffer.concat([pkcs8, secret.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  return `${text}.${sign(null, Buffer.from(text), signer).toString('base64url')}`
}
