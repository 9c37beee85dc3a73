import { z } from 'zod'
import { address } from './parts.ts'

/** Of a provider: over TLS, or on this machine. */
const providerUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' ||
    /^(?:localhost|(?:[a-z\d-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  )
}, 'must be https, or on this machine')

/** Where a provider stands: by default the real one. */
const addresses = {
  issuer: providerUrl.optional(),
  authorizeUrl: providerUrl.optional(),
  tokenUrl: providerUrl.optional(),
  userUrl: providerUrl.optional(),
  emailsUrl: providerUrl.optional(),
  jwksUrl: providerUrl.optional(),
}
const clientId = z.string().min(1).max(256)
const client = z.strictObject({
  clientId,
  /** Secret; the environment overlays it: `LATCHKEY_OAUTH_SECRET_<PROVIDER>`. */
  clientSecret: z.string().min(1).max(512).optional(),
  ...addresses,
})

/**
 * Providers of social sign-in, as the operator registered with them; what is left out is not
 * offered.
 */
export const vaultProviders = z.strictObject({
  google: client.optional(),
  x: client.optional(),
  discord: client.optional(),
  apple: z
    .strictObject({
      /** The Services ID. */
      clientId,
      teamId: z.string().min(1).max(32),
      keyId: z.string().min(1).max(32),
      /** PEM of the `.p8` file, secret: `LATCHKEY_OAUTH_SECRET_APPLE`. */
      privateKey: z.string().min(1).max(4_096).optional(),
      ...addresses,
    })
    .optional(),
  github: client.optional(),
  facebook: client.optional(),
})

/** Sign-in with Farcaster; without it, it is not offered. */
export const vaultFarcaster = z.strictObject({
  relayUrl: providerUrl.default('https://relay.farcaster.xyz'),
  /** A node of the chain the registries stand on. */
  nodeUrl: providerUrl,
  /** OP Mainnet. */
  chain: z.int().positive().default(10),
  keyRegistry: address.default('0x00000000fc1237824fb747abde0ff18990e59b7e'),
  idRegistry: address.default('0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'),
})

export type VaultProviders = z.output<typeof vaultProviders>
export type VaultFarcaster = z.output<typeof vaultFarcaster>
