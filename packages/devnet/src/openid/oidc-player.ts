import { generateKeyPair, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { readBody, sendJson, sendPage } from '../serve/page.ts'
import { loginPage, refusalPage } from './login-page.ts'
import { openPeople, type Person } from './people.ts'
import { type AnswerRequest, basicCredentialsOf, bearerTokenOf, type PlayStage } from './play.ts'
import { clientIdOf, clientSecretOf } from './players.ts'

/**
 * The refusal of a request that breaks a rule which only this provider has. The authorization
 * endpoint answers with a page, the token endpoint with JSON.
 */
export interface Refusal {
  readonly status: number
  readonly error: string
  readonly why: string
}

/** How an OpenID Connect provider differs from others. */
export interface OidcQuirks {
  /** Names of the claims that each scope releases. */
  readonly claims: Readonly<Record<string, readonly string[]>>
  claimsOf(person: Person): Readonly<Record<string, unknown>>
  /** Whether the redirect to the client names the issuer (RFC 9207). */
  readonly namesIssuer: boolean
  /** Path of `oidc-provider`'s userinfo endpoint; absent when the provider has none. */
  readonly userinfo?: string
  /**
   * Whether the provider's pages cut off the window that opened them (COOP), as some providers do:
   * sign-in must work without the window reference.
   */
  readonly cutsOpener?: boolean
  /** Error code of a cancelled sign-in, if the provider does not use `access_denied`. */
  readonly cancelled?: string
  /** Checks an authorization request and may change it; returns a refusal when it breaks a rule. */
  onAuthorize?(request: IncomingMessage, query: URLSearchParams): Refusal | undefined
  /**
   * Checks the form of a token request and may change it; returns a refusal when it breaks a rule.
   */
  onToken?(form: URLSearchParams): Refusal | undefined
  /** Parameters that the redirect to the client has in addition to the code. */
  extraParameters?(person: Person, scope: string): Readonly<Record<string, string>>
  /** Converts an error answer of the token endpoint to the provider's own format. */
  faultOf?(fault: { readonly error: string; readonly description: string }): unknown
  /**
   * Answers a call of the provider's own API, outside OpenID Connect; undefined for unknown paths.
   * `granted` is undefined when the access token is invalid.
   */
  answerQuestion?(
    response: ServerResponse,
    url: URL,
    granted: { readonly person: Person; readonly scope: string } | undefined,
  ): ServerResponse | undefined
}

/**
 * Simulates an OpenID provider: `oidc-provider` implements the standards, and `quirks` changes
 * requests and answers to those of the real provider.
 */
export async function playOidc(
  { player, base, isRegistered }: PlayStage,
  quirks: OidcQuirks,
): Promise<AnswerRequest> {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const people = openPeople(player.id)
  const clientId = clientIdOf(player.id)
  const clientSecret = clientSecretOf(player.id)
  const promptPolicy = interactionPolicy.base()
  // The simulated sign-in page also grants consent, so there is no separate consent step.
  promptPolicy.remove('consent')
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const cookieNames = {
    session: `${player.id}_session`,
    interaction: `${player.id}_sign_in`,
    resume: `${player.id}_resume`,
  }
  const provider = new Provider(base, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${base}/of-its-own`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [
        {
          ...privateKey.export({ format: 'jwk' }),
          kid: randomBytes(8).toString('hex'),
          use: 'sig',
          alg: 'RS256',
        },
      ],
    },
    cookies: { names: cookieNames, keys: [randomBytes(32).toString('hex')] },
    scopes: ['openid', ...Object.keys(quirks.claims)],
    claims: Object.fromEntries(
      Object.entries(quirks.claims).map(([scope, claims]) => [scope, [...claims]]),
    ),
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy: promptPolicy, url: (_ctx, { uid }) => `/${player.id}/sign-in/${uid}` },
    routes: {
      authorization: player.paths.authorize,
      token: player.paths.token,
      jwks: player.paths.jwks as string,
      userinfo: quirks.userinfo ?? '/none/userinfo',
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 600,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 3600,
    },
    findAccount: (_ctx, subject) => {
      const person = people.find(subject)
      return (
        person && {
          accountId: subject,
          claims: () => ({ sub: subject, ...quirks.claimsOf(person) }),
        }
      )
    },
    async loadExistingGrant(ctx) {
      const { params, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        clientId,
        accountId: session?.accountId as string,
      })
      grant.addOIDCScope(String(params?.scope ?? ''))
      await grant.save()
      return grant
    },
    renderError: (ctx, { error, error_description: reason = '' }) => {
      sendPage(ctx.res, refusalPage(player.name, error, reason, ctx.status))
      ctx.respond = false
    },
  } satisfies Configuration)
  provider.Client.prototype.redirectUriAllowed = isRegistered
  provider.on('authorization.success', (ctx, successParams = {}) => {
    const person = people.find(ctx.oidc.session?.accountId ?? '')
    if (person)
      Object.assign(
        successParams,
        quirks.extraParameters?.(person, String(ctx.oidc.params?.scope ?? '')),
      )
  })
  provider.use(async (ctx, next) => {
    await next()
    applyQuirksToAnswer(ctx as KoaContextWithOIDC, quirks)
  })
  const serve = provider.callback()

  const handToProvider = (request: IncomingMessage, response: ServerResponse, path: string) => {
    // `oidc-provider` derives its own address from the Host header. The session cookie is removed,
    // so that every request shows a new sign-in page.
    request.headers.host = new URL(base).host
    const remainingCookies = (request.headers.cookie ?? '')
      .split('; ')
      .filter((cookie) => !cookie.startsWith(cookieNames.session))
    request.headers.cookie = remainingCookies.join('; ')
    return serve(
      Object.assign(request, { url: path, originalUrl: `/${player.id}${path}` }),
      response,
    )
  }
  const exchangeCode = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const form =
      request.method === 'GET' ? url.searchParams : new URLSearchParams(await readBody(request))
    const basicCredentials = basicCredentialsOf(request)
    if (basicCredentials) {
      form.set('client_id', basicCredentials.id)
      form.set('client_secret', basicCredentials.secret)
      delete request.headers.authorization
    }
    const refusal = quirks.onToken?.(form)
    if (refusal)
      return sendJson(response, refusal.status, {
        error: refusal.error,
        error_description: refusal.why,
      })
    request.headers['content-type'] = 'application/x-www-form-urlencoded'
    Object.assign(request, { method: 'POST', body: Object.fromEntries(form) })
    return handToProvider(request, response, url.pathname)
  }
  return async (request, response, url) => {
    const { pathname, search } = url
    if (quirks.cutsOpener) response.setHeader('cross-origin-opener-policy', 'same-origin')
    if (/^\/sign-in\/[\w-]+$/.test(pathname))
      return signIn(
        { provider, people, name: player.name, cancelled: quirks.cancelled ?? 'access_denied' },
        request,
        response,
      )
    if (pathname === player.paths.token) return exchangeCode(request, response, url)
    if (pathname === player.paths.authorize && request.method === 'GET') {
      const refusal = quirks.onAuthorize?.(request, url.searchParams)
      if (refusal)
        return sendPage(
          response,
          refusalPage(player.name, refusal.error, refusal.why, refusal.status),
        )
      return handToProvider(request, response, `${pathname}?${url.searchParams}`)
    }
    const token = await provider.AccessToken.find(
      url.searchParams.get('access_token') ?? bearerTokenOf(request) ?? '',
    )
    const person = people.find(token?.accountId ?? '')
    const answer = quirks.answerQuestion?.(
      response,
      url,
      person && token && { person, scope: token.scope ?? '' },
    )
    return answer ?? handToProvider(request, response, `${pathname}${search}`)
  }
}

async function signIn(
  {
    provider,
    people,
    name,
    cancelled,
  }: {
    readonly provider: Provider
    readonly people: ReturnType<typeof openPeople>
    readonly name: string
    readonly cancelled: string
  },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined)
  if (!interaction)
    return sendPage(
      response,
      refusalPage(name, 'expired', 'This sign-in is over or was never asked for.'),
    )
  const loginRequest = {
    name,
    redirectUri: String(interaction.params.redirect_uri),
    scope: String(interaction.params.scope ?? ''),
  }
  if (request.method !== 'POST') return sendPage(response, loginPage(loginRequest))
  const form = new URLSearchParams(await readBody(request))
  const loginOptions = { mergeWithLastSubmission: false }
  if (form.get('action') === 'cancel')
    return provider.interactionFinished(request, response, { error: cancelled }, loginOptions)
  const person = people.registerPerson(form)
  if (!person)
    return sendPage(
      response,
      loginPage({ ...loginRequest, fault: 'Enter a name for the account.' }),
    )
  return provider.interactionFinished(
    request,
    response,
    { login: { accountId: person.sub, remember: false } },
    loginOptions,
  )
}

/**
 * Changes an answer of `oidc-provider`: parts that the simulated provider does not have are
 * removed, and errors get the provider's format.
 */
function applyQuirksToAnswer(ctx: KoaContextWithOIDC, { namesIssuer, faultOf }: OidcQuirks): void {
  const route = ctx.oidc?.route
  const body: unknown = ctx.body
  if (route === 'discovery' && !namesIssuer)
    ctx.body = { ...(body as object), authorization_response_iss_parameter_supported: undefined }
  if (!namesIssuer && typeof body === 'string')
    ctx.body = body.replace(/<input type="hidden" name="iss"[^>]*>/, '')
  const location = ctx.response.get('location')
  if (!namesIssuer && URL.canParse(location)) {
    const redirectUrl = new URL(location)
    redirectUrl.searchParams.delete('iss')
    ctx.set('location', redirectUrl.href)
  }
  if (route === 'token' && faultOf && ctx.status >= 400) {
    const { error, error_description: description = '' } = body as Record<string, string>
    ctx.body = faultOf({ error: error ?? '', description })
  }
}
