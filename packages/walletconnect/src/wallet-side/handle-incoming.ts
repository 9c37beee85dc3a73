import { hasCode } from '@latchkey/protocol'
import type { Incoming, WireError } from '../channel.ts'
import type { SessionRecord } from '../contract.ts'
import { checkGranted } from '../namespaces/grant-for.ts'
import { expired, forgetPairing, forgetSession } from './forget.ts'
import { meetAuthentication } from './meet-authentication.ts'
import { meetProposal } from './meet-proposal.ts'
import { readAskedRequest } from './read-asked.ts'
import { sendAnswer, wayTo } from './send.ts'
import { showWaiting } from './show-waiting.ts'
import type { Wallet } from './wallet.ts'

const requestsLimit = 64

/**
 * Handles a peer's message by the kind of its topic; misplaced messages are dropped. It may reject
 * when a relay was lost.
 */
export async function handleIncoming(wallet: Wallet, incoming: Incoming): Promise<void> {
  const { topic, id, method, relay } = incoming
  const { book } = wallet
  const pairing = book.pairings.get(topic)
  if (pairing) {
    if (method === 'wc_sessionPropose') return meetProposal(wallet, pairing, incoming)
    if (method === 'wc_sessionAuthenticate') return meetAuthentication(wallet, incoming)
    if (method === 'wc_pairingDelete') return forgetPairing(wallet, topic)
    if (method === 'wc_pairingPing' && relay)
      return sendAnswer(wallet, { relay }, { topic, id, method }, { result: true })
    return
  }
  const session = book.sessions.get(topic)
  if (session) return handleInSession(wallet, session, incoming)
}

async function handleInSession(
  wallet: Wallet,
  session: SessionRecord,
  incoming: Incoming,
): Promise<void> {
  const { topic, id, method, relay } = incoming
  const way = relay ? { relay } : wayTo(wallet, undefined, session.peer.metadata)
  const answerPeer = (outcome: { readonly result: unknown } | { readonly error: WireError }) =>
    sendAnswer(wallet, way, { topic, id, method }, outcome)
  switch (method) {
    case 'wc_sessionRequest': {
      const error = meetRequest(wallet, session, incoming)
      return error ? answerPeer({ error }) : undefined
    }
    case 'wc_sessionPing':
      return answerPeer({ result: true })
    case 'wc_sessionUpdate':
    case 'wc_sessionExtend': {
      if (await adoptChange(wallet, session, incoming)) return
      const isUpdate = method === 'wc_sessionUpdate'
      return answerPeer({
        error: isUpdate
          ? { code: 3003, message: 'Unauthorized update request' }
          : { code: 3004, message: 'Unauthorized extend request' },
      })
    }
    case 'wc_sessionDelete': {
      // The key stays until the answer is sent, but the session is removed at once, whatever
      // becomes of the answer.
      const answered = answerPeer({ result: true }).catch(() => undefined)
      wallet.book.sessions.delete(topic)
      await answered
      wallet.book.sessions.set(topic, session)
      return forgetSession(wallet, topic, 'peer')
    }
  }
}

/** Shows a request to the user, or refuses it with a reason. */
function meetRequest(
  wallet: Wallet,
  session: SessionRecord,
  { topic, id, params, relay }: Incoming,
): WireError | undefined {
  const asked = readAskedRequest(params)
  if (!asked) return { code: -32602, message: 'Invalid params' }
  if (asked.expiresAt <= Date.now()) return expired
  try {
    checkGranted(session.namespaces, asked.chain, { method: asked.method })
  } catch (error) {
    if (!hasCode(error, 'request-unauthorized')) throw error
    return { code: Number(error.context.sourceCode), message: error.context.reason ?? '' }
  }
  const open = [...wallet.book.waiting.values()].filter((waiting) => waiting.topic === topic)
  if (open.length >= requestsLimit && !open.some((waiting) => waiting.id === id))
    return { code: -32005, message: 'Too many requests' }
  showWaiting(wallet, {
    kind: 'request',
    id,
    topic,
    ...(relay ? { relay: relay.url } : {}),
    expiresAt: asked.expiresAt,
    request: { id, topic, ...asked },
  })
  return undefined
}

/**
 * Whether another tab of this wallet sent the message, and not the page: then the tab's stored
 * change applies here too.
 */
async function adoptChange(
  wallet: Wallet,
  session: SessionRecord,
  { topic, method, params }: Incoming,
): Promise<boolean> {
  const stored = await wallet.book.stored(topic)
  if (!stored || !wallet.book.sessions.has(topic)) return false
  const { namespaces } = (params ?? {}) as { readonly namespaces?: unknown }
  const said = JSON.stringify(stored.namespaces)
  const isOurs =
    method === 'wc_sessionUpdate'
      ? said !== JSON.stringify(session.namespaces) && said === JSON.stringify(namespaces)
      : stored.expiresAt > session.expiresAt
  if (!isOurs) return false
  wallet.book.sessions.set(topic, stored)
  wallet.changed()
  wallet.emit({ type: 'session', session: stored })
  return true
}
