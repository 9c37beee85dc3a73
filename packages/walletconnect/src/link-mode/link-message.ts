import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'

/** Longest link that operating systems pass between apps, in characters. */
const linkLimit = 65_536

/** A message inside a link: the base64url of an envelope, and its topic. */
export interface LinkMessage {
  readonly topic: Hex32
  readonly message: string
}

/**
 * Writes `<universal>?wc_ev=…&topic=…`; existing query parameters are kept.
 * @throws `pairing-link-invalid` when it is not an https link, or the result is too long
 */
export function formatLinkMessage(universal: string, { topic, message }: LinkMessage): string {
  const link = httpsLink(universal)
  link.searchParams.set('wc_ev', message)
  link.searchParams.set('topic', topic)
  if (link.href.length > linkLimit) throw invalidLink('too long for a link')
  return link.href
}

/**
 * Reads a link of `formatLinkMessage`.
 * @throws `pairing-link-invalid` when it carries no message
 */
export function parseLinkMessage(text: string): LinkMessage {
  if (typeof text !== 'string' || text.length > linkLimit) throw invalidLink('too long for a link')
  const { searchParams } = httpsLink(text)
  const [message, topic] = [searchParams.get('wc_ev'), searchParams.get('topic')]
  if (searchParams.getAll('wc_ev').length !== 1 || searchParams.getAll('topic').length !== 1)
    throw invalidLink('one `wc_ev` and one `topic` make a message')
  if (topic === null || !/^[0-9a-f]{64}$/.test(topic))
    throw invalidLink('its topic is not 64 lower-case hex digits')
  if (message === null || !/^[-_A-Za-z0-9]+$/.test(message))
    throw invalidLink('`wc_ev` is not base64url')
  return { topic, message }
}

/**
 * The address to which a link can carry an answer to this side, if its metadata enables link mode:
 * `https:`, or `http:` on localhost; else undefined.
 */
export function linkOfRedirect(
  redirect: { readonly universal?: string; readonly linkMode?: boolean } | undefined,
): string | undefined {
  if (
    !redirect?.linkMode ||
    redirect.universal === undefined ||
    !isUniversalLink(redirect.universal)
  )
    return undefined
  return new URL(redirect.universal).href
}

/** Whether a link can open another page or app: `https:`, or `http:` on localhost. */
export function isUniversalLink(text: string): boolean {
  try {
    return Boolean(httpsLink(text))
  } catch {
    return false
  }
}

/** Plain `http:` is accepted on localhost only, for wallets and pages under development. */
function httpsLink(text: string): URL {
  const link = URL.canParse(text) ? new URL(text) : undefined
  const isSafeLink =
    link?.protocol === 'https:' ||
    (link?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(link.hostname))
  if (!link || !isSafeLink || link.username || link.password) throw invalidLink('no https link')
  return link
}

function invalidLink(reason: string): LatchkeyError {
  return new LatchkeyError('pairing-link-invalid', { reason })
}
