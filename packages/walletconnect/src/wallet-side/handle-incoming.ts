import { hasCode } from '@latchkey/protocol'
import type { Incoming, WireError } from '../channel.ts'
import type { SessionRecord } from '../contract.ts'
import { checkGranted } from '../namespaces/grant-on-chain.ts'
import { expiredError, forgetPairing, forgetSession } from './forget.ts'
import { handleAuthentication } from './meet-authentication.ts'
import { handleProposal } from './meet-proposal.ts'
import { readAskedRequest } from './read-asked.ts'
import { findAnswerRoute, sendAnswer } from './send.ts'
import { showPendingEntry } from './show-pending-entry.ts'
import type { Wallet } from './wallet.ts'

const requestsLimit = 64

/**
 * Handles a peer's message by the kind of its topic; messages that do not belong on that kind of
 * topic are dropped. It may reject when a relay was lost.
 */
export async function handleIncoming(wallet: Wallet, incoming: Incoming): Promise<void> {
  const { topic, id, method, relay } = incoming
  const { book } = wallet
  const pairing = book.pairings.get(topic)
  if (pairing) {
    if (method === 'wc_sessionPropose') return handleProposal(wallet, pairing, incoming)
    if (method === 'wc_sessionAuthenticate') return handleAuthentication(wallet, incoming)
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
  const route = relay ? { relay } : findAnswerRoute(wallet, undefined, session.peer.metadata)
  const answerPeer = (outcome: { readonly result: unknown } | { readonly error: WireError }) =>
    sendAnswer(wallet, route, { topic, id, method }, outcome)
  switch (method) {
    case 'wc_sessionRequest': {
      const error = handleRequest(wallet, session, incoming)
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
      // The session is removed from the map at once, so that it is no longer used even if the
      // answer fails. Its key is deleted only after the answer, which is encrypted with it.
      const answerSent = answerPeer({ result: true }).catch(() => undefined)
      wallet.book.sessions.delete(topic)
      await answerSent
      wallet.book.sessions.set(topic, session)
      return forgetSession(wallet, topic, 'peer')
    }
  }
}

/** Shows a request to the user, or refuses it with a reason. */
function handleRequest(
  wallet: Wallet,
  session: SessionRecord,
  { topic, id, params, relay }: Incoming,
): WireError | undefined {
  const askedRequest = readAskedRequest(params)
  if (!askedRequest) return { code: -32602, message: 'Invalid params' }
  if (askedRequest.expiresAt <= Date.now()) return expiredError
  try {
    checkGranted(session.namespaces, askedRequest.chain, { method: askedRequest.method })
  } catch (error) {
    if (!hasCode(error, 'request-unauthorized')) throw error
    return { code: Number(error.context.sourceCode), message: error.context.reason ?? '' }
  }
  const openRequests = [...wallet.book.waiting.values()].filter(
    (waiting) => waiting.topic === topic,
  )
  if (openRequests.length >= requestsLimit && !openRequests.some((waiting) => waiting.id === id))
    return { code: -32005, message: 'Too many requests' }
  showPendingEntry(wallet, {
    kind: 'request',
    id,
    topic,
    ...(relay ? { relay: relay.url } : {}),
    expiresAt: askedRequest.expiresAt,
    request: { id, topic, ...askedRequest },
  })
  return undefined
}

/**
 * Whether the message came from another tab of this wallet and not from the page. If so, the change
 * that the tab stored is applied here too.
 */
async function adoptChange(
  wallet: Wallet,
  session: SessionRecord,
  { topic, method, params }: Incoming,
): Promise<boolean> {
  const storedSession = await wallet.book.stored(topic)
  if (!storedSession || !wallet.book.sessions.has(topic)) return false
  const { namespaces } = (params ?? {}) as { readonly namespaces?: unknown }
  const storedNamespaces = JSON.stringify(storedSession.namespaces)
  const isOwnChange =
    method === 'wc_sessionUpdate'
      ? storedNamespaces !== JSON.stringify(session.namespaces) &&
        storedNamespaces === JSON.stringify(namespaces)
      : storedSession.expiresAt > session.expiresAt
  if (!isOwnChange) return false
  wallet.book.sessions.set(topic, storedSession)
  wallet.changed()
  wallet.emit({ type: 'session', session: storedSession })
  return true
}
