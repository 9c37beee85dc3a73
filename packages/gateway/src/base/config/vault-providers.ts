import { z } from 'zod'
import { address } from './parts.ts'

/** Address of a provider: HTTPS, or HTTP on this machine. */
const providerUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' ||
    /^(?:localhost|(?:[a-z\d-]+\.)+localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  )
}, 'must be https, or on this machine')

/**
 * Addresses of the provider's endpoints, such as those of a simulated provider; by default those of
 * the real provider.
 */
const endpointAddresses = {
  issuer: providerUrl.optional(),
  authorizeUrl: providerUrl.optional(),
  tokenUrl: providerUrl.optional(),
  userUrl: providerUrl.optional(),
  emailsUrl: providerUrl.optional(),
  jwksUrl: providerUrl.optional(),
}
const clientId = z.string().min(1).max(256)
const clientShape = z.strictObject({
  clientId,
  /**
   * Client secret of the operator at the provider; the environment variable
   * `LATCHKEY_OAUTH_SECRET_<PROVIDER>` overrides it.
   */
  clientSecret: z.string().min(1).max(512).optional(),
  ...endpointAddresses,
})

/**
 * Providers of social sign-in with the operator's credentials; a provider without an entry is not
 * offered.
 */
export const vaultProviders = z.strictObject({
  google: clientShape.optional(),
  x: clientShape.optional(),
  discord: clientShape.optional(),
  apple: z
    .strictObject({
      /** Client id at Apple, where it is called "Services ID". */
      clientId,
      teamId: z.string().min(1).max(32),
      keyId: z.string().min(1).max(32),
      /**
       * Private key of the client, as PEM text of Apple's `.p8` file; the environment variable
       * `LATCHKEY_OAUTH_SECRET_APPLE` overrides it.
       */
      privateKey: z.string().min(1).max(4_096).optional(),
      ...endpointAddresses,
    })
    .optional(),
  github: clientShape.optional(),
  facebook: clientShape.optional(),
})

/** Sign-in with Farcaster; not offered when this is absent. */
export const vaultFarcaster = z.strictObject({
  relayUrl: providerUrl.default('https://relay.farcaster.xyz'),
  /** RPC node of the chain that holds the Farcaster registries. */
  nodeUrl: providerUrl,
  /** Chain id of the registries; default: OP Mainnet. */
  chain: z.int().positive().default(10),
  keyRegistry: address.default('0x00000000fc1237824fb747abde0ff18990e59b7e'),
  idRegistry: address.default('0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'),
})

export type VaultProviders = z.output<typeof vaultProviders>
export type VaultFarcaster = z.output<typeof vaultFarcaster>
