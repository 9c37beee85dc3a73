import { LatchkeyError } from '@latchkey/protocol'
import type { PairingLink } from '../contract.ts'
import { isHex32 } from '../crypto/bytes.ts'
import { topicOf } from '../crypto/topic.ts'

const maxLength = 4096
/** Lifetime in milliseconds of a link without an expiry. */
const defaultLifeMs = 300_000
const maxMethods = 32

function invalidLink(reason: string): LatchkeyError {
  // The link contains a key, so the error quotes nothing of it.
  return new LatchkeyError('pairing-link-invalid', { reason })
}

/**
 * Extracts the pairing link from a deep or universal link (`myapp://wc?uri=wc%3A…`), one level
 * deep.
 */
function unwrapLink(text: string): string {
  if (/^wc:(\/\/)?[0-9a-f]*@/i.test(text)) return text
  const uriIndex = text.search(/[?&#]uri=/i)
  if (uriIndex < 0) return text
  const [wrapped = ''] = text.slice(uriIndex + 5).split(/[&#]/, 1)
  // Some deep links hold the pairing link without encoding: it then extends to the end of the text.
  if (/^wc:/i.test(wrapped)) return text.slice(uriIndex + 5)
  try {
    return decodeURIComponent(wrapped)
  } catch {
    throw invalidLink('its `uri` is not percent-encoded')
  }
}

function readExpiry(text: string | null, now: number): number {
  if (text === null) return now + defaultLifeMs
  if (!/^\d{1,11}$/.test(text)) throw invalidLink('`expiryTimestamp` is no count of seconds')
  const expiresAt = Number(text) * 1000
  if (expiresAt <= now)
    throw new LatchkeyError('pairing-expired', { reason: 'the link has expired' })
  return expiresAt
}

/** Reads methods, also in the bracketed groups of an earlier specification: `[a],[b,c]`. */
function readMethods(text: string | null): readonly string[] {
  const methods = (text ?? '').split(',').map((method) => method.replace(/[[\]\s]/g, ''))
  const methodNames = methods.filter((method) => method !== '')
  if (methodNames.length > maxMethods || methodNames.some((method) => !/^\w{1,64}$/.test(method))) {
    throw invalidLink('`methods` is no list of names')
  }
  return methodNames
}

/**
 * Parses a pairing link, alone or in the `uri` of a deep link.
 * @param now - milliseconds since the epoch. Throws only `pairing-link-invalid` (with a reason) or
 *   `pairing-expired`. Source: ERC-1328; WalletConnect core 2, "Pairing URI".
 */
export async function parsePairingLink(
  text: string,
  now: number = Date.now(),
): Promise<PairingLink> {
  if (typeof text !== 'string' || text.length > maxLength)
    throw invalidLink(`longer than ${maxLength} characters`)
  const link = unwrapLink(text.trim())
  const [, topic = '', version, query = ''] =
    /^wc:(?:\/\/)?([^@?]*)(?:@([^?]*))?(?:\?(.*))?$/i.exec(link) ?? []
  if (!/^wc:/i.test(link)) throw invalidLink('it does not begin with `wc:`')
  if (version !== '2') throw invalidLink('not of version 2')
  if (!isHex32(topic)) throw invalidLink('its topic is not 64 lower-case hex digits')
  const parameters = new URLSearchParams(query)
  if (parameters.get('relay-protocol') !== 'irn') throw invalidLink('`relay-protocol` is not irn')
  const symKey = parameters.get('symKey')
  if (!isHex32(symKey)) throw invalidLink('`symKey` is not 64 lower-case hex digits')
  for (const name of ['symKey', 'relay-protocol', 'expiryTimestamp', 'methods']) {
    if (parameters.getAll(name).length > 1) throw invalidLink(`\`${name}\` appears twice`)
  }
  if ((await topicOf(symKey)) !== topic) throw invalidLink('its topic is not of its key')
  return {
    topic,
    symKey,
    methods: readMethods(parameters.get('methods')),
    expiresAt: readExpiry(parameters.get('expiryTimestamp'), now),
  }
}
