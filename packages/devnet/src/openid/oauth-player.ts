import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson, sendPage } from '../serve/page.ts'
import { loginPage, refusalPage } from './login-page.ts'
import { openPeople, type Person } from './people.ts'
import { type AnswerRequest, bearerTokenOf, type PlayStage, redirectToClient } from './play.ts'
import { clientIdOf } from './players.ts'
import { openTickets } from './tickets.ts'

/** Parameters of an OAuth 2 authorization request. */
export interface Request {
  readonly redirectUri: string
  readonly state: string | null
  readonly scope: string
  readonly challenge: string | null
}
/** The person who signed in, and the scope that was granted. */
export interface GrantedSignIn {
  readonly person: Person
  readonly scope: string
}
/** The part of a token request that is wrong. */
export type TokenFault = 'client' | 'code' | 'redirect' | 'verifier'

/** How a provider without OpenID Connect differs from others. */
export interface OAuthQuirks {
  readonly needsPkce: boolean
  readonly needsState: boolean
  /**
   * Parameters that the redirect after a cancelled sign-in has in addition to
   * `error=access_denied`.
   */
  readonly denied: Readonly<Record<string, string>>
  isClient(request: IncomingMessage, form: URLSearchParams): boolean
  answerToken(
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    scope: string,
  ): ServerResponse
  answerFault(request: IncomingMessage, response: ServerResponse, fault: TokenFault): ServerResponse
  /** Answers a call of the provider's own API; the caller has checked the access token. */
  answerQuestion(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    grantedSignIn: GrantedSignIn,
  ): ServerResponse
  answerStranger(response: ServerResponse): ServerResponse
}

const minute = 60_000

/**
 * Simulates a plain OAuth 2 provider: codes are valid once and for ten minutes, tokens for two
 * hours.
 */
export function playOAuth({ player, isRegistered }: PlayStage, quirks: OAuthQuirks): AnswerRequest {
  const people = openPeople(player.id)
  const requestTickets = openTickets<Request>(10 * minute)
  const codes = openTickets<Request & GrantedSignIn>(10 * minute)
  const tokens = openTickets<GrantedSignIn>(120 * minute)
  const { paths, name } = player

  const answerAuthorize = (response: ServerResponse, query: URLSearchParams) => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const refuseRequest = (reason: string) =>
      sendPage(response, refusalPage(name, 'invalid_request', reason))
    if (query.get('client_id') !== clientIdOf(player.id)) return refuseRequest('Unknown client_id.')
    if (!isRegistered(redirectUri)) return refuseRequest('The redirect_uri is not registered.')
    const state = query.get('state')
    const challenge = query.get('code_challenge')
    if (query.get('response_type') !== 'code' && player.id !== 'github')
      return refuseRequest('response_type must be code.')
    if (quirks.needsState && !state) return refuseRequest('state is missing.')
    if (quirks.needsPkce && !challenge) return refuseRequest('code_challenge is missing.')
    if (challenge && query.get('code_challenge_method') !== 'S256')
      return refuseRequest('code_challenge_method must be S256.')
    const ticket = requestTickets.issueTicket({
      redirectUri,
      state,
      challenge,
      scope: query.get('scope') ?? '',
    })
    return response
      .writeHead(302, { location: `/${player.id}/sign-in/${ticket}`, 'cache-control': 'no-store' })
      .end()
  }
  const signIn = async (request: IncomingMessage, response: ServerResponse, ticket: string) => {
    const authorizeRequest = requestTickets.see(ticket)
    if (!authorizeRequest)
      return sendPage(
        response,
        refusalPage(name, 'expired', 'This sign-in is over or was never asked for.'),
      )
    if (request.method !== 'POST')
      return sendPage(response, loginPage({ name, ...authorizeRequest }))
    const form = new URLSearchParams(await readBody(request))
    const { redirectUri, state } = authorizeRequest
    if (form.get('action') === 'cancel') {
      requestTickets.redeemTicket(ticket)
      return redirectToClient(response, redirectUri, {
        error: 'access_denied',
        ...quirks.denied,
        state,
      })
    }
    const person = people.registerPerson(form)
    if (!person)
      return sendPage(
        response,
        loginPage({ name, ...authorizeRequest, fault: 'Enter a name for the account.' }),
      )
    requestTickets.redeemTicket(ticket)
    return redirectToClient(response, redirectUri, {
      code: codes.issueTicket({ ...authorizeRequest, person }),
      state,
    })
  }
  const exchangeCode = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await readBody(request))
    if (!quirks.isClient(request, form)) return quirks.answerFault(request, response, 'client')
    const code = codes.redeemTicket(form.get('code'))
    if (!code) return quirks.answerFault(request, response, 'code')
    const givenRedirectUri = form.get('redirect_uri')
    if (
      givenRedirectUri !== code.redirectUri &&
      !(givenRedirectUri === null && player.id === 'github')
    )
      return quirks.answerFault(request, response, 'redirect')
    const verifier = form.get('code_verifier') ?? ''
    if (
      code.challenge &&
      createHash('sha256').update(verifier).digest('base64url') !== code.challenge
    )
      return quirks.answerFault(request, response, 'verifier')
    const { person, scope } = code
    return quirks.answerToken(request, response, tokens.issueTicket({ person, scope }), scope)
  }
  return async (request, response, url) => {
    if (url.pathname === paths.authorize && request.method === 'GET')
      return answerAuthorize(response, url.searchParams)
    const ticket = /^\/sign-in\/([\w-]+)$/.exec(url.pathname)?.[1]
    if (ticket) return signIn(request, response, ticket)
    if (url.pathname === paths.token && request.method === 'POST')
      return exchangeCode(request, response)
    if (url.pathname !== paths.userinfo && url.pathname !== paths.emails)
      return sendJson(response, 404, { error: 'not found' })
    const grantedSignIn = tokens.see(bearerTokenOf(request))
    return grantedSignIn
      ? quirks.answerQuestion(request, response, url, grantedSignIn)
      : quirks.answerStranger(response)
  }
}
