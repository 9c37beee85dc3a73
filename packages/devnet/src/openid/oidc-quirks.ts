import { sendJson } from '../serve/page.ts'
import { appleSecretFault } from './apple-secret.ts'
import type { OidcQuirks } from './oidc-player.ts'
import type { Person } from './people.ts'
import { clientSecretOf, type ProviderId } from './players.ts'

/** User agents of in-app browsers, which may not sign in with Google. */
const embeddedBrowserPattern = /; wv\)|\bFBA[NV]\b|\bInstagram\b|\bLine\/|\bMicroMessenger\b/
const emailOf = ({ email, isVerified }: Person) =>
  email ? { email, email_verified: isVerified } : {}
const [first, last] = [(name: string) => name.split(/[ ._-]+/)[0] ?? name, () => 'Devnet']

const googleQuirks = (): OidcQuirks => ({
  claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
  claimsOf: (person) => ({
    ...emailOf(person),
    name: person.account,
    given_name: first(person.account),
  }),
  namesIssuer: false,
  cutsOpener: true,
  userinfo: '/v1/userinfo',
  onAuthorize: ({ headers }) =>
    embeddedBrowserPattern.test(headers['user-agent'] ?? '')
      ? {
          status: 403,
          error: 'disallowed_useragent',
          why: 'Open this page in a browser of its own.',
        }
      : undefined,
})

const discordQuirks = (): OidcQuirks => ({
  claims: { identify: ['preferred_username', 'nickname'], email: ['email', 'email_verified'] },
  claimsOf: (person) => ({
    ...emailOf(person),
    preferred_username: person.account,
    nickname: person.account,
  }),
  namesIssuer: true,
  userinfo: '/api/oauth2/userinfo',
  answerQuestion(response, url, grantedSignIn) {
    if (url.pathname !== '/api/users/@me') return undefined
    const scopes = grantedSignIn?.scope.split(' ') ?? []
    if (!grantedSignIn || !scopes.includes('identify'))
      return sendJson(response, 401, { message: '401: Unauthorized', code: 0 })
    const { sub, account, email, isVerified } = grantedSignIn.person
    const address = scopes.includes('email')
      ? { email: email ?? null, verified: isVerified && email !== undefined }
      : {}
    const discordUser = {
      id: sub,
      username: account.toLowerCase(),
      discriminator: '0',
      global_name: account,
      avatar: null,
    }
    return sendJson(response, 200, {
      ...discordUser,
      locale: 'en-US',
      mfa_enabled: false,
      ...address,
    })
  },
})

/**
 * Apple posts name and email address with the first sign-in only; a person without an email address
 * gets a relay address.
 */
const appleQuirks = (base: string): OidcQuirks => {
  const namedPersonIds = new Set<string>()
  const emailClaimsOf = ({ email, sub, isVerified }: Person) => ({
    email: email ?? `${sub.slice(7, 17)}@privaterelay.example`,
    email_verified: isVerified,
    is_private_email: email === undefined,
  })
  return {
    claims: { name: ['nonce_supported'], email: ['email', 'email_verified', 'is_private_email'] },
    claimsOf: (person) => ({ ...emailClaimsOf(person), nonce_supported: true }),
    namesIssuer: false,
    cancelled: 'user_cancelled_authorize',
    onAuthorize(_request, query) {
      const scopes = new Set((query.get('scope') ?? '').split(' ').filter(Boolean))
      if ((scopes.has('name') || scopes.has('email')) && query.get('response_mode') !== 'form_post')
        return {
          status: 400,
          error: 'invalid_request',
          why: 'response_mode must be form_post when name or email scope is requested.',
        }
      // Apple always answers with an ID token, but `oidc-provider` does so only for the scope
      // `openid`, so this scope is added.
      query.set('scope', [...scopes.add('openid')].join(' '))
      return undefined
    },
    onToken(form) {
      const fault = appleSecretFault(form.get('client_secret'), base)
      if (fault) return { status: 400, error: 'invalid_client', why: fault }
      form.set('client_secret', clientSecretOf('apple'))
      return undefined
    },
    extraParameters(person, scope) {
      const scopes = scope.split(' ')
      if (namedPersonIds.has(person.sub) || !(scopes.includes('name') || scopes.includes('email')))
        return {}
      namedPersonIds.add(person.sub)
      const name = { firstName: first(person.account), lastName: last() }
      const { email } = emailClaimsOf(person)
      const appleUser = {
        ...(scopes.includes('name') ? { name } : {}),
        ...(scopes.includes('email') ? { email } : {}),
      }
      return { user: JSON.stringify(appleUser) }
    },
  }
}

/**
 * Facebook does not report whether an address is confirmed, separates scopes by commas, and has its
 * own error format.
 */
const facebookQuirks = (): OidcQuirks => {
  const makeFault = (message: string, code: number) => ({
    error: { message, type: 'OAuthException', code, fbtrace_id: 'devnet' },
  })
  return {
    claims: { public_profile: ['name', 'given_name', 'family_name'], email: ['email'] },
    claimsOf: ({ account, email }) => ({
      ...(email ? { email } : {}),
      name: account,
      given_name: first(account),
      family_name: last(),
    }),
    namesIssuer: false,
    onAuthorize(_request, query) {
      query.set('scope', (query.get('scope') ?? 'public_profile').split(/[ ,]+/).join(' '))
      query.set('response_type', query.get('response_type') ?? 'code')
      return undefined
    },
    onToken(form) {
      if (!form.has('grant_type')) form.set('grant_type', 'authorization_code')
      return undefined
    },
    faultOf: ({ error, description }) =>
      makeFault(description || error, error === 'invalid_client' ? 1 : 100),
    answerQuestion(response, url, grantedSignIn) {
      if (url.pathname !== '/v24.0/me') return undefined
      if (!grantedSignIn)
        return sendJson(response, 400, makeFault('Invalid OAuth access token.', 190))
      const { person, scope } = grantedSignIn
      const knownFields: Record<string, unknown> = {
        id: person.sub,
        name: person.account,
        first_name: first(person.account),
      }
      if (person.email && scope.split(' ').includes('email')) knownFields.email = person.email
      const requestedFields = (url.searchParams.get('fields') ?? 'id,name').split(',')
      const fields = Object.entries(knownFields).filter(
        ([field]) => field === 'id' || requestedFields.includes(field),
      )
      return sendJson(response, 200, Object.fromEntries(fields))
    },
  }
}

/** The quirks of each OpenID provider, from their public documentation. */
export const oidcQuirks: Readonly<
  Record<Exclude<ProviderId, 'x' | 'github'>, (base: string) => OidcQuirks>
> = {
  google: googleQuirks,
  discord: discordQuirks,
  apple: appleQuirks,
  facebook: facebookQuirks,
}
