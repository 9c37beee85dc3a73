import { createHash, createPrivateKey } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol'
import * as client from 'openid-client'
import type { VaultProviders } from '../../../base/config/vault-providers.ts'
import type { Identity } from '../contract.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { signClientSecret } from './client-secret.ts'
import { type OAuthProvider, type ProviderFacts, providerFacts } from './providers.ts'

/** The values of one OAuth flow that are needed again when the provider redirects back. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A sign-in provider with the operator's configuration. */
export interface OpenProvider {
  readonly isPosted: boolean
  /** Returns the provider's address to which the login window navigates. */
  startSignIn(secrets: SignInSecrets): Promise<URL>
  /**
   * Finishes a sign-in and returns the identity; tokens are used once and not stored.
   * @param answer - parameters of the redirect
   * @throws when anything does not match
   */
  finishSignIn(answer: URLSearchParams, secrets: SignInSecrets): Promise<Identity>
}

export interface ProviderOptions {
  /** The only address to which the provider may redirect. */
  readonly redirectUri: string
  readonly fetch: typeof fetch
  readonly now: () => number
}

type ProviderConfig<P extends OAuthProvider = OAuthProvider> = NonNullable<VaultProviders[P]>

const requestTimeoutSeconds = 10

/**
 * Opens a provider.
 * @throws `config-invalid` when a secret is missing, or the private key is invalid
 */
export function openProvider(
  id: OAuthProvider,
  providerConfig: ProviderConfig,
  options: ProviderOptions,
): OpenProvider {
  const configuredFacts = replaceAddresses(id, providerConfig)
  const { issuer, jwksUrl, scope, readProfile } = configuredFacts
  const config = configureClient(configuredFacts, providerConfig, options)
  const redirectParameters = { redirect_uri: options.redirectUri }
  return {
    isPosted: configuredFacts.isPosted ?? false,
    async startSignIn({ state, nonce, verifier }) {
      return client.buildAuthorizationUrl(config, {
        ...redirectParameters,
        response_type: 'code',
        scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(jwksUrl ? { nonce } : {}),
        ...(configuredFacts.isPosted ? { response_mode: 'form_post' } : {}),
      })
    },
    async finishSignIn(answer, { state, nonce, verifier }) {
      const url = new URL(options.redirectUri)
      url.search = answer.toString()
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(jwksUrl ? { expectedNonce: nonce } : {}),
      })
      if (jwksUrl) checkToken(tokens, providerConfig.clientId)
      const askProvider = async (endpoint: string | undefined): Promise<unknown> => {
        if (!endpoint) return undefined
        const response = await client.fetchProtectedResource(
          config,
          tokens.access_token,
          new URL(endpoint),
          'GET',
        )
        return response.ok ? response.json() : undefined
      }
      const [user, emails] = await Promise.all([
        askProvider(configuredFacts.userUrl),
        askProvider(configuredFacts.emailsUrl),
      ])
      const postedUser = answer.get('user') ?? undefined
      return {
        kind: id,
        issuer,
        ...readProfile({ claims: tokens.claims(), user, emails, posted: postedUser }),
      }
    },
  }
}

/**
 * Returns the addresses and properties of a provider. An address that the operator configured
 * replaces the real one; it is ignored if the provider has no such address.
 */
function replaceAddresses(id: OAuthProvider, providerConfig: ProviderConfig): ProviderFacts {
  const { issuer, authorizeUrl, tokenUrl, userUrl, emailsUrl, jwksUrl } = providerConfig
  const configuredAddresses = Object.entries({
    issuer,
    authorizeUrl,
    tokenUrl,
    userUrl,
    emailsUrl,
    jwksUrl,
  })
  const defaultFacts = providerFacts[id]
  return {
    ...defaultFacts,
    ...Object.fromEntries(
      configuredAddresses.filter(([name, url]) => url !== undefined && name in defaultFacts),
    ),
  }
}

function configureClient(
  facts: ProviderFacts,
  providerConfig: ProviderConfig,
  { fetch: fetchOne, now }: ProviderOptions,
) {
  const { issuer, authorizeUrl, tokenUrl, jwksUrl } = facts
  const config = new client.Configuration(
    {
      issuer,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
      ...(jwksUrl ? { jwks_uri: jwksUrl } : {}),
      ...(facts.namesIssuer ? { authorization_response_iss_parameter_supported: true } : {}),
    },
    providerConfig.clientId,
    // The four providers with ID tokens all sign with RS256; any other algorithm is refused, above
    // all `none`.
    { id_token_signed_response_alg: 'RS256' },
    clientAuth(facts, providerConfig, now),
  )
  config.timeout = requestTimeoutSeconds
  config[client.customFetch] = boundedFetch(fetchOne as never) as client.CustomFetch
  if (jwksUrl) client.enableNonRepudiationChecks(config)
  if ([authorizeUrl, tokenUrl, jwksUrl, facts.userUrl].some((url) => url?.startsWith('http:')))
    client.allowInsecureRequests(config)
  return config
}

function clientAuth(
  facts: ProviderFacts,
  providerConfig: ProviderConfig,
  now: () => number,
): client.ClientAuth {
  if ('teamId' in providerConfig) {
    const { privateKey } = providerConfig
    if (!privateKey || !isPrivateKey(privateKey))
      throw refuseClient(facts, 'privateKey', 'the PEM of its .p8 file')
    return async (_server, _client, body) => {
      body.set('client_id', providerConfig.clientId)
      const secret = await signClientSecret({ ...providerConfig, privateKey }, facts.issuer, now())
      body.set('client_secret', secret)
    }
  }
  const { clientSecret } = providerConfig as ProviderConfig<'google'>
  if (!clientSecret)
    throw refuseClient(
      facts,
      'clientSecret',
      'what the provider showed when the client was registered',
    )
  if (facts.client === 'form') return client.ClientSecretPost(clientSecret)
  const basicHeader = `Basic ${Buffer.from(`${providerConfig.clientId}:${clientSecret}`).toString('base64')}`
  // The header of Basic authentication is built by hand as X documents it: the OAuth library would
  // escape `-` and `_` in it.
  return (_server, _client, _body, headers) => headers.set('authorization', basicHeader)
}

function refuseClient({ issuer }: ProviderFacts, key: string, problem: string): LatchkeyError {
  const reason = `vault.providers: the client of ${issuer} has no good ${key}`
  return new LatchkeyError('config-invalid', {
    reason,
    fix: `set LATCHKEY_OAUTH_SECRET_<PROVIDER> to ${problem}`,
  })
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}

/**
 * Checks two claims of an ID token that the OAuth library does not check: `azp` when there is one
 * audience, and `at_hash` in the code flow.
 */
function checkToken(
  tokens: Pick<
    client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    'access_token' | 'claims'
  >,
  clientId: string,
): void {
  const claims = tokens.claims()
  if (!claims) throw new Error('no ID token')
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new Error('the ID token is for another client')
  const { at_hash: hash } = claims
  if (hash === undefined) return
  const leftHashHalf = createHash('sha256')
    .update(tokens.access_token)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
  if (hash !== leftHashHalf) throw new Error('the ID token is of another access token')
}
