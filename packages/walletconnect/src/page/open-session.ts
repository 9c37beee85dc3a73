import type { RemoteSession, Stop } from '@latchkey/core'
import { isChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Incoming, WireError } from '../channel.ts'
import type { Relay, SessionRecord } from '../contract.ts'
import { checkGranted } from '../namespaces/grant-on-chain.ts'
import { mergeGrant } from '../namespaces/merge-grant.ts'
import { readGrant } from '../namespaces/read-grant.ts'
import type { PageContext } from './page-context.ts'
import { fieldsOf } from './read-peer.ts'
import { readExpiry } from './read-settlement.ts'
import { applyAccounts, readChain } from './session-events.ts'
import { wireFailure } from './wire-failure.ts'

const requestLifeMs = 300_000
/**
 * Maximum length of one timer, in milliseconds. A sleeping machine stops timers but not the clock,
 * so a long wait is split into several timers.
 */
const maxTimerMs = 30_000
/**
 * Milliseconds that `end` waits until its message to the wallet is sent. The session is already
 * over on this side.
 */
const farewellTimeoutMs = 2000

/** A session for adapters, with the handler of its messages. */
export interface OpenSession {
  readonly remote: RemoteSession
  receiveIncoming(incoming: Incoming): void
}

type Listener = Parameters<RemoteSession['watch']>[0]

/** Opens the connection to the wallet of a stored session. */
export function openSession(
  pageContext: PageContext,
  relay: Relay,
  storedRecord: SessionRecord,
  onEnd: () => void,
): OpenSession {
  const { channel, keep } = pageContext
  const { topic } = storedRecord
  const listeners = new Set<Listener>()
  const openRequests = new Set<AbortController>()
  let record = storedRecord
  let endError: LatchkeyError | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const tellListeners: Listener = (event) => {
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  const saveRecord = (next: SessionRecord): Promise<unknown> => {
    record = next
    return keep.change((storedState) => ({
      ...storedState,
      sessions: storedState.sessions.map((one) => (one.topic === topic ? next : one)),
    }))
  }
  async function finishSession(code: 'session-ended' | 'session-expired'): Promise<void> {
    if (endError) return
    endError = new LatchkeyError(code)
    clearTimeout(timer)
    for (const openRequest of openRequests) {
      openRequest.abort()
    }
    channel.forgetKey(topic)
    relay.unsubscribe([topic])
    onEnd()
    tellListeners({ type: 'end' })
    listeners.clear()
    await keep.change((storedState) => ({
      ...storedState,
      sessions: storedState.sessions.filter((one) => one.topic !== topic),
    }))
  }
  function watchExpiry(): void {
    clearTimeout(timer)
    const remainingMs = record.expiresAt - Date.now()
    if (remainingMs <= 0) void finishSession('session-expired')
    else timer = setTimeout(watchExpiry, Math.min(remainingMs, maxTimerMs))
  }
  const visibleGrants = () =>
    Object.entries(mergeGrant(record.namespaces)).filter(
      ([namespace]) => !record.masked.includes(namespace),
    )

  function changeNamespaces(namespaces: SessionRecord['namespaces']): void {
    const previousGrants = mergeGrant(record.namespaces)
    void saveRecord({ ...record, namespaces })
    const newGrants = mergeGrant(namespaces)
    for (const namespace of new Set([...Object.keys(previousGrants), ...Object.keys(newGrants)])) {
      const accounts = newGrants[namespace]?.accounts ?? []
      const hasSameAccounts = `${previousGrants[namespace]?.accounts}` === `${accounts}`
      // Listeners are also called when only the chains differ, so that they read the chains again.
      const isUnchanged =
        hasSameAccounts &&
        `${previousGrants[namespace]?.chains}` === `${newGrants[namespace]?.chains}`
      if (record.masked.includes(namespace) || isUnchanged) continue
      tellListeners({ type: 'accounts', namespace, accounts })
    }
  }
  function handleEvent(params: unknown): void {
    const { event, chainId } = fieldsOf(params)
    const { name, data } = fieldsOf(event)
    if (
      !isChainId(chainId) ||
      !visibleGrants().some(([namespace]) => namespace === namespaceOf(chainId))
    )
      return
    if (name === 'accountsChanged') {
      const changedNamespaces = applyAccounts(record.namespaces, data, chainId)
      if (changedNamespaces) changeNamespaces(changedNamespaces)
    } else if (name === 'chainChanged') {
      const chain = readChain(data, chainId)
      if (chain) tellListeners({ type: 'chain', chain })
    } else if (typeof name === 'string')
      tellListeners({ type: 'event', chain: chainId, name: name.slice(0, 64), data })
  }
  /** Handles a request and returns the answer; undefined when there is none. */
  function handleIncoming({
    method,
    params,
  }: Incoming): { readonly result: true } | { readonly error: WireError } | undefined {
    const fields = fieldsOf(params)
    switch (method) {
      case 'wc_sessionPing':
      case 'wc_sessionSettle':
        return { result: true }
      case 'wc_sessionUpdate':
        // Only the controller may send updates and extensions. That is the wallet, because it
        // settled the session; no tab of this site sends them.
        try {
          changeNamespaces(readGrant(fields.namespaces))
          return { result: true }
        } catch {
          return { error: { code: 1003, message: 'Invalid update request' } }
        }
      case 'wc_sessionExtend': {
        const expiresAt = readExpiry(fields.expiry, Date.now())
        if (expiresAt === undefined)
          return { error: { code: 1004, message: 'Invalid extend request' } }
        void saveRecord({ ...record, expiresAt })
        watchExpiry()
        tellListeners({ type: 'expiry', expiresAt })
        return { result: true }
      }
      case 'wc_sessionEvent':
        handleEvent(params)
        return undefined
      case 'wc_sessionDelete':
        return { result: true }
      default:
        // The request is one that another tab of this site has sent to the wallet, so this tab does
        // not answer it.
        return undefined
    }
  }
  watchExpiry()

  return {
    receiveIncoming(incoming) {
      if (endError) return
      const answer = handleIncoming(incoming)
      const answerRelay = incoming.relay ?? relay
      if (answer) channel.answer({ ...incoming, relay: answerRelay }, answer).catch(() => undefined)
      if (incoming.method === 'wc_sessionDelete') void finishSession('session-ended')
    },
    remote: {
      id: topic,
      get peer() {
        const { name, url, icons, redirect } = record.peer.metadata
        const icon = icons[0]
        return {
          name,
          url,
          ...(icon && { icon }),
          ...(redirect?.native && { native: redirect.native }),
          ...(redirect?.universal && { universal: redirect.universal }),
        }
      },
      get namespaces() {
        return Object.fromEntries(
          visibleGrants().map(([name, { accounts, chains }]) => [name, { accounts, chains }]),
        )
      },
      get methods() {
        return Object.fromEntries(visibleGrants().map(([name, { methods }]) => [name, methods]))
      },
      ...(storedRecord.sessionProperties && { properties: storedRecord.sessionProperties }),
      get expiresAt() {
        return record.expiresAt
      },
      async request(chain, method, params, { signal } = {}) {
        if (endError) throw endError
        if (record.expiresAt <= Date.now()) {
          // The session is ended only after this error is thrown: otherwise the caller would learn
          // that the session has ended, but not that it has expired.
          setTimeout(watchExpiry)
          throw new LatchkeyError('session-expired')
        }
        if (record.masked.includes(namespaceOf(chain)))
          throw new LatchkeyError('request-unauthorized', {
            reason: `${namespaceOf(chain)}: disconnected`,
          })
        checkGranted(record.namespaces, chain, { method })
        const expiresAt = Date.now() + requestLifeMs
        const request = { method, params, expiryTimestamp: Math.floor(expiresAt / 1000) }
        const one = new AbortController()
        const abortRequest = (): void => one.abort(signal?.reason)
        if (signal?.aborted) abortRequest()
        signal?.addEventListener('abort', abortRequest, { once: true })
        openRequests.add(one)
        try {
          const sessionRequest = {
            relay,
            topic,
            method: 'wc_sessionRequest',
            params: { request, chainId: chain },
            expiresAt,
          }
          return await channel.ask(sessionRequest, one.signal)
        } catch (error) {
          throw endError && !signal?.aborted ? endError : wireFailure(error)
        } finally {
          openRequests.delete(one)
          signal?.removeEventListener('abort', abortRequest)
        }
      },
      watch(listener): Stop {
        listeners.add(listener)
        // The session may have ended before this listener was added. The listener is called later,
        // so that its caller has received the session before.
        if (endError) setTimeout(() => listeners.delete(listener) && listener({ type: 'end' }))
        return () => void listeners.delete(listener)
      },
      async end(namespace) {
        if (endError) return
        const maskedNamespaces = [...new Set([...record.masked, ...(namespace ? [namespace] : [])])]
        const isLastNamespace =
          !namespace ||
          Object.keys(mergeGrant(record.namespaces)).every((name) =>
            maskedNamespaces.includes(name),
          )
        if (!isLastNamespace)
          return void (await saveRecord({ ...record, masked: maskedNamespaces }))
        const params = { code: 6000, message: 'User disconnected.' }
        const farewellSent = channel
          .tell({ relay, topic, method: 'wc_sessionDelete', params })
          .catch(() => undefined)
        listeners.clear()
        await finishSession('session-ended')
        await Promise.race([
          farewellSent,
          new Promise((resolve) => setTimeout(resolve, farewellTimeoutMs)),
        ])
      },
    },
  }
}
