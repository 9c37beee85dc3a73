import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Player } from './players.ts'
import type { IsRegistered } from './redirects.ts'

/** What a simulated provider needs to run. */
export interface PlayStage {
  readonly player: Player
  /** URL of the provider without a trailing slash; also its OpenID issuer, if it has one. */
  readonly base: string
  readonly isRegistered: IsRegistered
}

/** Handles an HTTP request to one provider; the path of `url` is the part below `/{id}`. */
export type AnswerRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<unknown>

/** The token of an `Authorization: Bearer` header; undefined for other headers. */
export const bearerTokenOf = ({ headers }: IncomingMessage): string | undefined =>
  /^bearer ([\w~+/.=-]+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Id and secret of an `Authorization: Basic` header (RFC 6749, 2.3.1: each is form-encoded first).
 */
export function basicCredentialsOf({
  headers,
}: IncomingMessage): { readonly id: string; readonly secret: string } | undefined {
  const encodedCredentials = /^basic ([\w+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (!encodedCredentials) return undefined
  const credentials = new URLSearchParams(
    `id=${Buffer.from(encodedCredentials, 'base64').toString('utf8').replace(':', '&secret=')}`,
  )
  return { id: credentials.get('id') ?? '', secret: credentials.get('secret') ?? '' }
}

/** Redirects the browser to `redirectUri` with these parameters added. */
export function redirectToClient(
  response: ServerResponse,
  redirectUri: string,
  parameters: Readonly<Record<string, string | null>>,
): ServerResponse {
  const redirectUrl = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) redirectUrl.searchParams.set(name, value)
  }
  return response.writeHead(302, { location: redirectUrl.href, 'cache-control': 'no-store' }).end()
}
