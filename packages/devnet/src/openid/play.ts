import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Player } from './players.ts'
import type { IsRegistered } from './redirects.ts'

/** The environment of a simulated provider. */
export interface Stage {
  readonly player: Player
  /** Address of the provider, and its issuer if it has one; without a slash at the end. */
  readonly base: string
  readonly isRegistered: IsRegistered
}

/** Answers a request to one provider; `url` has its path below `/{id}`. */
export type Play = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<unknown>

/** The token of an `Authorization: Bearer` header; undefined for other headers. */
export const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^bearer ([\w~+/.=-]+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Id and secret of an `Authorization: Basic` header (RFC 6749, 2.3.1: each is form-encoded first).
 */
export function basicOf({
  headers,
}: IncomingMessage): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^basic ([\w+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (!encoded) return undefined
  const parts = new URLSearchParams(
    `id=${Buffer.from(encoded, 'base64').toString('utf8').replace(':', '&secret=')}`,
  )
  return { id: parts.get('id') ?? '', secret: parts.get('secret') ?? '' }
}

/** Redirects the browser with these parameters added. */
export function sendBack(
  response: ServerResponse,
  redirectUri: string,
  parameters: Readonly<Record<string, string | null>>,
): ServerResponse {
  const to = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) to.searchParams.set(name, value)
  }
  return response.writeHead(302, { location: to.href, 'cache-control': 'no-store' }).end()
}
