import { createECDH, createHash, createPrivateKey } from 'node:crypto'
import type { z } from 'zod'
import type { vaultShape } from '../../base/config/vault.ts'
import { vaultFolder } from './vault-folder.ts'

/** Addresses of the local vault, mail server and simulated sign-in providers. */
export interface LocalVault {
  readonly port: number
  readonly smtpPort: number
  /** Folder of the built vault. */
  readonly files?: string | undefined
  /** Address of the server that simulates the six sign-in providers; '' offers none of them. */
  readonly openid: string
  /** Address of the local Farcaster relay; '' turns Farcaster off. */
  readonly farcaster: string
  /** Address of the local bundler; '' turns smart accounts off. */
  readonly bundler: string
  /** Address of the local paymaster service; '' makes visitors pay their own fees. */
  readonly sponsor: string
}

export const defaultVault: LocalVault = {
  port: 4302,
  smtpPort: 2525,
  openid: 'http://localhost:4308',
  farcaster: 'http://localhost:4307',
  bundler: 'http://localhost:4337',
  sponsor: '',
}

/** Tests use the same email addresses many times, so the limits are high. */
export const generousMailLimits = {
  mailsPerAddress: 100,
  mailRate: { caller: { capacity: 1_000, refillPerSecond: 10 } },
}

/**
 * The vault configuration of a gateway that has no configuration file, outside production. `node`
 * is the local EVM node, on which Farcaster's registries are deployed too.
 */
export function developmentVault(
  { port, smtpPort, files, openid, farcaster, bundler, sponsor }: LocalVault,
  node: string,
): z.input<typeof vaultShape> {
  return {
    origin: `http://vault.localhost:${port}`,
    port,
    files: files || vaultFolder,
    smtp: { host: '127.0.0.1', port: smtpPort, from: 'Latchkey <vault@vault.localhost>' },
    limits: { 'eip155:31337': '100000000000000000', 'solana:localnet': '1000000000' },
    // Address that receives the small payments of the demo page.
    small: {
      demo: {
        'eip155:31337': {
          receivers: { '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955': '10000000000000000' },
          day: '15000000000000000',
        },
      },
    },
    ...generousMailLimits,
    ...(openid && { providers: simulatedProviders(openid) }),
    ...(farcaster && {
      farcaster: {
        relayUrl: farcaster,
        nodeUrl: node,
        idRegistry: '0x97a8B12072Fa45731E33baAd40D32893DD6B726d',
        keyRegistry: '0x1a9D15D0fB7942bE2ed094798d7971e4f1F0fb41',
      },
    }),
    ...(bundler && {
      smart: {
        'eip155:31337': {
          factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
          implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
          delegate: '0x130744f64ce1bb2f370C5975789EC642D54169d7',
          bundler,
          ...(sponsor && { sponsor }),
        },
      },
    }),
  }
}

/**
 * The six sign-in providers as the devnet simulates them; their client ids and secrets are public
 * and protect nothing.
 */
function simulatedProviders(base: string): z.input<typeof vaultShape>['providers'] {
  const makeClient = (id: string) => ({
    clientId: `latchkey-devnet-${id}`,
    clientSecret: `devnet-secret-of-${id}`,
  })
  const makeAddresses = (id: string, paths: Readonly<Record<string, string>>) => ({
    issuer: `${base}/${id}`,
    ...Object.fromEntries(
      Object.entries(paths).map(([name, path]) => [name, `${base}/${id}${path}`]),
    ),
  })
  return {
    google: {
      ...makeClient('google'),
      ...makeAddresses('google', {
        authorizeUrl: '/o/oauth2/v2/auth',
        tokenUrl: '/token',
        userUrl: '/v1/userinfo',
        jwksUrl: '/oauth2/v3/certs',
      }),
    },
    x: {
      ...makeClient('x'),
      ...makeAddresses('x', {
        authorizeUrl: '/i/oauth2/authorize',
        tokenUrl: '/2/oauth2/token',
        userUrl: '/2/users/me',
      }),
    },
    discord: {
      ...makeClient('discord'),
      ...makeAddresses('discord', {
        authorizeUrl: '/api/oauth2/authorize',
        tokenUrl: '/api/oauth2/token',
        userUrl: '/api/users/@me',
        jwksUrl: '/api/oauth2/keys',
      }),
    },
    apple: {
      clientId: 'latchkey-devnet-apple',
      teamId: 'LATCHKEYDV',
      keyId: 'DEVNETKEY1',
      privateKey: simulatedAppleKey(),
      ...makeAddresses('apple', {
        authorizeUrl: '/auth/authorize',
        tokenUrl: '/auth/token',
        jwksUrl: '/auth/keys',
      }),
    },
    github: {
      ...makeClient('github'),
      ...makeAddresses('github', {
        authorizeUrl: '/login/oauth/authorize',
        tokenUrl: '/login/oauth/access_token',
        userUrl: '/user',
        emailsUrl: '/user/emails',
      }),
    },
    facebook: {
      ...makeClient('facebook'),
      ...makeAddresses('facebook', {
        authorizeUrl: '/v24.0/dialog/oauth',
        tokenUrl: '/v24.0/oauth/access_token',
        userUrl: '/v24.0/me',
        jwksUrl: '/.well-known/oauth/openid/jwks/',
      }),
    },
  }
}

/** Returns the PEM text of a P-256 key that is derived from a fixed sentence. */
function simulatedAppleKey(): string {
  const curve = createECDH('prime256v1')
  const privateScalar = createHash('sha256')
    .update('latchkey devnet: the key of an Apple client that is none')
    .digest()
  curve.setPrivateKey(privateScalar)
  const publicPoint = curve.getPublicKey()
  const encodeBase64Url = (bytes: Buffer): string => bytes.toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: encodeBase64Url(privateScalar),
    x: encodeBase64Url(publicPoint.subarray(1, 33)),
    y: encodeBase64Url(publicPoint.subarray(33)),
  }
  return String(
    createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }),
  )
}
