import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '../serve/page.ts'
import { playOAuth, type TokenFault } from './oauth-player.ts'
import type { AnswerRequest, PlayStage } from './play.ts'
import { clientIdOf, clientSecretOf } from './players.ts'

const faults: Readonly<Record<TokenFault, readonly [string, string]>> = {
  client: [
    'incorrect_client_credentials',
    'The client_id and/or client_secret passed are incorrect.',
  ],
  code: ['bad_verification_code', 'The code passed is incorrect or expired.'],
  redirect: [
    'redirect_uri_mismatch',
    'The redirect_uri is not the one of the authorization request.',
  ],
  verifier: ['bad_verification_code', 'The code passed is incorrect or expired.'],
}

/** Sends the answer form-encoded unless the client requests JSON; errors also have status 200. */
function answerInFormat(
  request: IncomingMessage,
  response: ServerResponse,
  fields: Readonly<Record<string, string>>,
) {
  if (/\bapplication\/json\b/.test(request.headers.accept ?? ''))
    return sendJson(response, 200, fields)
  return response
    .writeHead(200, {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(new URLSearchParams(fields).toString())
}

/**
 * Simulates GitHub: no OpenID Connect, form-encoded tokens, numeric user ids, and a separate
 * endpoint for email addresses, whose first entry is not the primary address.
 */
export function playGitHub(stage: PlayStage): AnswerRequest {
  return playOAuth(stage, {
    needsPkce: false,
    needsState: false,
    denied: { error_description: 'The user has denied your application access.' },
    isClient: (_request, form) =>
      form.get('client_id') === clientIdOf('github') &&
      form.get('client_secret') === clientSecretOf('github'),
    // GitHub returns the scopes separated by commas.
    answerToken: (request, response, token, scope) =>
      answerInFormat(request, response, {
        access_token: token,
        scope: scope.split(/[ ,]+/).join(','),
        token_type: 'bearer',
      }),
    answerFault(request, response, fault) {
      const [error, error_description] = faults[fault]
      return answerInFormat(request, response, { error, error_description })
    },
    answerQuestion(request, response, url, { person, scope }) {
      if (!request.headers['user-agent'])
        return sendJson(response, 403, {
          message: 'Request forbidden by administrative rules: no User-Agent header.',
        })
      const login = person.account.replace(/[^a-z0-9-]/gi, '-')
      const id = Number(person.sub)
      if (url.pathname === stage.player.paths.userinfo)
        return sendJson(response, 200, {
          login,
          id,
          type: 'User',
          name: person.account,
          email: null,
        })
      if (!/(?:^|[ ,])user(?::email)?(?:$|[ ,])/.test(scope))
        return sendJson(response, 404, { message: 'Not Found' })
      const primaryEmail = {
        email: person.email,
        primary: true,
        verified: person.isVerified,
        visibility: 'private',
      }
      const otherEmail = {
        email: `${id}+${login}@former.example`,
        primary: false,
        verified: true,
        visibility: null,
      }
      return sendJson(response, 200, person.email ? [otherEmail, primaryEmail] : [])
    },
    answerStranger: (response) => sendJson(response, 401, { message: 'Bad credentials' }),
  })
}
