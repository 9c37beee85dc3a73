import { sendJson } from '../serve/page.ts'
import { playOAuth, type TokenFault } from './oauth-player.ts'
import { type AnswerRequest, basicCredentialsOf, type PlayStage } from './play.ts'
import { clientIdOf, clientSecretOf } from './players.ts'

const faults: Readonly<Record<Exclude<TokenFault, 'client'>, string>> = {
  code: 'authorization code was invalid',
  redirect: 'redirect uri did not match the uri of the authorization code',
  verifier: 'code verifier did not match the code challenge',
}

/**
 * Simulates X: PKCE and state are required, the client uses Basic authentication only, answers are
 * wrapped in `data`, and the email address needs its own scope.
 */
export function playX(stage: PlayStage): AnswerRequest {
  return playOAuth(stage, {
    needsPkce: true,
    needsState: true,
    denied: {},
    isClient(request) {
      const client = basicCredentialsOf(request)
      return client?.id === clientIdOf('x') && client.secret === clientSecretOf('x')
    },
    answerToken: (_request, response, token, scope) =>
      sendJson(response, 200, {
        token_type: 'bearer',
        expires_in: 7200,
        access_token: token,
        scope,
      }),
    answerFault: (_request, response, fault) =>
      fault === 'client'
        ? sendJson(response, 401, {
            error: 'unauthorized_client',
            error_description: 'Missing valid authorization header',
          })
        : sendJson(response, 400, {
            error: 'invalid_request',
            error_description: `Value passed for the ${faults[fault]}.`,
          }),
    answerQuestion(_request, response, url, { person, scope }) {
      const scopes = scope.split(' ')
      if (!scopes.includes('users.read') || !scopes.includes('tweet.read'))
        return sendJson(response, 403, {
          title: 'Forbidden',
          status: 403,
          detail: 'Forbidden',
          type: 'about:blank',
        })
      const fields = (url.searchParams.get('user.fields') ?? '').split(',')
      // X returns the email address only when it is confirmed, granted by a scope and requested.
      const canReadEmail =
        fields.includes('confirmed_email') && scopes.includes('users.email') && person.isVerified
      return sendJson(response, 200, {
        data: {
          id: person.sub,
          name: person.account,
          username: person.account.replace(/\W/g, '_').slice(0, 15),
          ...(canReadEmail && person.email ? { confirmed_email: person.email } : {}),
        },
      })
    },
    answerStranger: (response) =>
      sendJson(response, 401, {
        title: 'Unauthorized',
        type: 'about:blank',
        status: 401,
        detail: 'Unauthorized',
      }),
  })
}
