import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { Hex32, Metadata, SessionRecord } from '../contract.ts'
import { readGrant } from '../namespaces/read-grant.ts'
import { fieldsOf, readPeer } from './read-peer.ts'

const dayMs = 86_400_000
export const defaultLifeMs: number = 7 * dayMs
const maxLifeMs = 30 * dayMs

/**
 * Expiry of a session: the wallet's or a default, at most 30 days from now; undefined when the
 * wallet's is invalid or past.
 */
export function readExpiry(expiry: unknown, now: number): number | undefined {
  if (expiry === undefined || expiry === null) return now + defaultLifeMs
  if (typeof expiry !== 'number' || !(expiry * 1000 > now)) return undefined
  return Math.min(expiry * 1000, now + maxLifeMs)
}

/**
 * Reads a wallet's `wc_sessionSettle`; its controller must be the peer that answered the proposal.
 * @throws `session-settlement-failed` | `session-expired`
 */
export function readSettlement(
  params: unknown,
  parts: {
    readonly topic: Hex32
    readonly symKey: Hex32
    readonly pairingTopic: Hex32
    readonly relay: string
    readonly responder: Hex32
    readonly self: { readonly publicKey: Hex32; readonly metadata: Metadata }
  },
  now: number = Date.now(),
): SessionRecord {
  const { topic, symKey, pairingTopic, relay, responder, self } = parts
  const { controller, expiry, namespaces, sessionProperties, scopedProperties } = fieldsOf(params)
  const peer = readPeer(controller)
  if (peer?.publicKey !== responder)
    throw new LatchkeyError('session-settlement-failed', {
      reason: 'the controller is not who answered',
    })
  const expiresAt = readExpiry(expiry, now)
  if (expiresAt === undefined)
    throw new LatchkeyError('session-expired', { reason: 'over before it began: a clock is wrong' })
  return {
    topic,
    symKey,
    pairingTopic,
    relay,
    expiresAt,
    self,
    peer,
    controller: peer.publicKey,
    namespaces: readGranted(namespaces),
    masked: [],
    ...propertiesOf('sessionProperties', sessionProperties),
    ...propertiesOf('scopedProperties', scopedProperties),
    transport: 'relay',
  }
}

function readGranted(namespaces: unknown): SessionRecord['namespaces'] {
  try {
    return readGrant(namespaces)
  } catch (cause) {
    throw new LatchkeyError('session-settlement-failed', {
      cause,
      reason: 'no account was granted',
      ...(hasCode(cause) &&
        cause.context.sourceCode !== undefined && { sourceCode: cause.context.sourceCode }),
    })
  }
}

/** The session's properties; undefined when there are none, or they are too large. */
function propertiesOf(
  name: 'sessionProperties' | 'scopedProperties',
  value: unknown,
): Partial<SessionRecord> {
  const entries = Object.entries(fieldsOf(value)).filter(
    ([key, one]) => key !== '__proto__' && (name === 'scopedProperties' || typeof one === 'string'),
  )
  const properties = Object.fromEntries(entries)
  return entries.length && JSON.stringify(properties).length <= 16_384 ? { [name]: properties } : {}
}
