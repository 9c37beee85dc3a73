import { createECDH, createHash, createPrivateKey } from 'node:crypto'

/** Ids of the simulated providers. */
export type ProviderId = 'google' | 'x' | 'discord' | 'apple' | 'github' | 'facebook'

/**
 * The key that signs Apple's client secret. The secret is an ES256 JWT with the key id as `kid`,
 * the team id as `iss`, the client id as `sub` and Apple's issuer as `aud`.
 */
export interface ClientKey {
  readonly teamId: string
  readonly keyId: string
  /** Private key in PKCS #8, as PEM. */
  readonly privateKey: string
}

/** A simulated provider. Its paths are those of the real provider, below `/{id}`. */
export interface Player {
  readonly id: ProviderId
  readonly name: string
  readonly isOpenId: boolean
  readonly paths: {
    readonly authorize: string
    readonly token: string
    readonly userinfo?: string
    readonly emails?: string
    readonly jwks?: string
  }
}

/** All simulated providers, with the paths that the real ones document. */
export const players: readonly Player[] = [
  {
    id: 'google',
    name: 'Google',
    isOpenId: true,
    paths: {
      authorize: '/o/oauth2/v2/auth',
      token: '/token',
      userinfo: '/v1/userinfo',
      jwks: '/oauth2/v3/certs',
    },
  },
  {
    id: 'x',
    name: 'X',
    isOpenId: false,
    paths: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token', userinfo: '/2/users/me' },
  },
  {
    id: 'discord',
    name: 'Discord',
    isOpenId: true,
    paths: {
      authorize: '/api/oauth2/authorize',
      token: '/api/oauth2/token',
      userinfo: '/api/users/@me',
      jwks: '/api/oauth2/keys',
    },
  },
  {
    id: 'apple',
    name: 'Apple',
    isOpenId: true,
    paths: { authorize: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
  },
  {
    id: 'github',
    name: 'GitHub',
    isOpenId: false,
    paths: {
      authorize: '/login/oauth/authorize',
      token: '/login/oauth/access_token',
      userinfo: '/user',
      emails: '/user/emails',
    },
  },
  {
    id: 'facebook',
    name: 'Facebook',
    isOpenId: true,
    paths: {
      authorize: '/v24.0/dialog/oauth',
      token: '/v24.0/oauth/access_token',
      userinfo: '/v24.0/me',
      jwks: '/.well-known/oauth/openid/jwks/',
    },
  },
]

/** Client id and client secret at a simulated provider; both are public test values. */
export const clientIdOf = (id: ProviderId): string => `latchkey-devnet-${id}`
export const clientSecretOf = (id: ProviderId): string => `devnet-secret-of-${id}`

/**
 * The key of the Apple client, the same at every start, so that a gateway can be configured with it
 * beforehand.
 */
export function appleClientKey(): ClientKey {
  const curve = createECDH('prime256v1')
  const privateScalar = createHash('sha256')
    .update('latchkey devnet: the key of an Apple client that is none')
    .digest()
  curve.setPrivateKey(privateScalar)
  const publicPoint = curve.getPublicKey()
  const encodeBytes = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: encodeBytes(privateScalar),
    x: encodeBytes(publicPoint.subarray(1, 33)),
    y: encodeBytes(publicPoint.subarray(33)),
  }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' }).export({
    type: 'pkcs8',
    format: 'pem',
  })
  return { teamId: 'LATCHKEYDV', keyId: 'DEVNETKEY1', privateKey: String(privateKey) }
}
