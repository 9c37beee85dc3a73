import { LatchkeyError } from '@latchkey/protocol'
import type { WireError } from '../channel.ts'
import type { Hex32, Metadata, Relay, SessionRecord } from '../contract.ts'
import { linkOfMessage } from '../crypto/link-text.ts'
import { formatLinkMessage, linkOfRedirect } from '../link-mode/link-message.ts'
import { combineRelays } from '../relay/combine-relays.ts'
import type { Wallet } from './wallet.ts'

/** How the peer is reached: over a relay, or by opening its link. */
export type AnswerRoute = { readonly relay: Relay } | { readonly link: string }

/**
 * Finds the way to answer a peer: by the relay that delivered its message, else by its link.
 * @throws `relay-unreachable` when neither a relay nor a link leads to the peer
 */
export function findAnswerRoute(
  wallet: Wallet,
  relayUrl: string | undefined,
  peer: Metadata,
): AnswerRoute {
  if (relayUrl) {
    const relay = wallet.relays.find(({ url }) => url === relayUrl) ?? wallet.relays[0]
    if (relay) return { relay }
  }
  const link = linkOfRedirect(peer.redirect)
  if (!relayUrl && link) return { link }
  throw new LatchkeyError('relay-unreachable', { reason: 'no relay and no link leads to the peer' })
}

/** Answers a request, on the topic of the request or on `answersOn`. */
export async function sendAnswer(
  wallet: Wallet,
  route: AnswerRoute,
  request: {
    readonly topic: Hex32
    readonly id: number
    readonly method: string
    readonly answersOn?: Hex32
    readonly isAutomatic?: boolean
  },
  outcome: { readonly result: unknown } | { readonly error: WireError },
): Promise<void> {
  if ('relay' in route) return wallet.channel.answer({ ...request, relay: route.relay }, outcome)
  await sendLink(wallet, route.link, request.answersOn ?? request.topic, {
    id: request.id,
    jsonrpc: '2.0',
    ...outcome,
  })
}

/**
 * The relay for messages of a session. In link mode only the page's requests and their answers are
 * sent as links, because other messages must not move the user to another app.
 */
function relayOfSession(wallet: Wallet, { relay: url }: SessionRecord): Relay {
  const sessionRelay = url ? wallet.relays.find((relay) => relay.url === url) : undefined
  return sessionRelay ?? combineRelays(wallet.relays)
}

/** Sends a request to a session's peer and waits for the answer; errors as in `Channel.ask`. */
export async function sendRequest(
  wallet: Wallet,
  session: SessionRecord,
  method: string,
  params: unknown,
  lifeMs: number,
): Promise<unknown> {
  const expiresAt = Date.now() + lifeMs
  return wallet.channel.ask({
    relay: relayOfSession(wallet, session),
    topic: session.topic,
    method,
    params,
    expiresAt,
  })
}

/** Sends a message without an answer to a session's peer. */
export async function sendNotice(
  wallet: Wallet,
  session: SessionRecord,
  method: string,
  params: unknown,
): Promise<void> {
  return wallet.channel.tell({
    relay: relayOfSession(wallet, session),
    topic: session.topic,
    method,
    params,
  })
}

async function sendLink(wallet: Wallet, link: string, topic: Hex32, json: unknown): Promise<void> {
  const { openLink } = wallet.options
  if (!openLink)
    throw new LatchkeyError('relay-unreachable', { reason: 'no `openLink` to answer a link by' })
  const message = linkOfMessage(await wallet.channel.seal(topic, json))
  openLink(formatLinkMessage(link, { topic, message }))
}
