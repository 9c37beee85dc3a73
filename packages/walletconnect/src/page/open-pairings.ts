import type { TransportRequest } from '@latchkey/core'
import { LatchkeyError, pairingLifetimeMs, pairingMarginMs } from '@latchkey/protocol'
import type { PairingRecord } from '../contract.ts'
import { storeWaitingEnd } from '../keep/waiting-end.ts'
import { awaitOutcome } from './await-outcome.ts'
import { linkLifeMs, makePairing, type NewPairing } from './make-pairing.ts'
import type { Sessions } from './open-sessions.ts'
import type { Outcome } from './outcome.ts'
import type { PageContext } from './page-context.ts'
import { namespacesToRequest, type RawNeeds } from './proposal.ts'

/** A caller that waits for the outcome of a pairing. */
export interface Claim {
  settle(outcome: Outcome): void
  /** Called with the wallet's refusal; not called on expiry. */
  fail(error: unknown): void
  expire(): void
}

export interface Pairing {
  readonly record: PairingRecord
  /** Time after which the pairing is no longer shown, in milliseconds since the epoch. */
  readonly shownUntil: number
  readonly claims: Set<Claim>
  /** Query string to add to a wallet's own link, so that the link carries the request. */
  readonly link?: string | undefined
  /**
   * Whether the pairing was made ahead of its use, so that it stays open although no caller waits
   * for it yet.
   */
  isPrepared: boolean
  /** Stops listening for the answer, and deletes the pairing. */
  drop(): void
}

export interface Pairings {
  /**
   * Returns the current unused pairing, or a new one that a relay has accepted. Throws
   * `relay-unreachable` | `relay-refused`.
   */
  obtainPairing(request: Pick<TransportRequest, 'chains' | 'signIn'>): Promise<Pairing>
  /** Listens again for the answer to an earlier page's pairing. */
  resumePairing(record: PairingRecord): Pairing
  /** Pairings of an earlier page that may still be answered. */
  getResumed(): readonly Pairing[]
  /** Records that the pairing is shown, so that a later page waits for the answer. */
  markPairingShown(pairing: Pairing): void
}

/** Creates the pairings of one page. */
export function openPairings(
  pageContext: PageContext,
  sessions: () => Promise<Sessions>,
  raw: RawNeeds | undefined,
): Pairings {
  const { channel, keep, relays, context } = pageContext
  const openByTopic = new Map<string, Pairing>()
  const resumedPairings = new Set<Pairing>()
  const pairingsByRequest = new Map<string, Pairing | Promise<Pairing>>()
  channel.watch(({ topic, id, method, relay }) => {
    if (method === 'wc_pairingPing' && relay && openByTopic.has(topic))
      channel.answer({ topic, id, method, relay }, { result: true }).catch(() => undefined)
  })

  function listenForAnswer(
    record: PairingRecord,
    { payload, link }: Partial<NewPairing> = {},
    stop = new AbortController(),
  ): Pairing {
    const { topic, authenticate, symKey, privateKey, publicKey } = record
    channel.addKey(topic, { symKey })
    if (authenticate) channel.addKey(authenticate.topic, { privateKey, publicKey })
    // A pairing is used once: after the answer, messages on its topic are ignored, pings too. Live
    // wallets use the session's topic from then on.
    const closePairing = (): void => {
      if (openByTopic.get(topic) !== pairing) return
      openByTopic.delete(topic)
      resumedPairings.delete(pairing)
      stop.abort()
      for (const [requestKey, other] of pairingsByRequest) {
        if (other === pairing) pairingsByRequest.delete(requestKey)
      }
      const topics = authenticate ? [topic, authenticate.topic] : [topic]
      for (const ownTopic of topics) {
        channel.forgetKey(ownTopic)
      }
      for (const relay of relays) {
        relay.unsubscribe(topics)
      }
      void keep.change((storedState) => ({
        ...storedState,
        pairings: storedState.pairings.filter((one) => one.topic !== topic),
      }))
    }
    const pairing: Pairing = {
      record,
      // A pairing lives five minutes but is shown for four, so that the last visitor to scan it has
      // time to approve.
      shownUntil: record.expiresAt - linkLifeMs + pairingLifetimeMs,
      claims: new Set(),
      link,
      isPrepared: false,
      drop: () => closePairing(),
    }
    openByTopic.set(topic, pairing)
    awaitOutcome({ ground: pageContext, record, payload }, sessions, stop.signal).then(
      (outcome) => {
        closePairing()
        const [claim] = pairing.claims
        if (claim) claim.settle(outcome)
        // No caller waits for this session any more. It is ended in the wallet too, because the
        // wallet would otherwise list a session that no page uses.
        else void outcome.session.end()
      },
      (error: unknown) => {
        closePairing()
        const hasExpired = (error as { code?: unknown }).code === 'request-expired'
        for (const claim of [...pairing.claims]) {
          hasExpired ? claim.expire() : claim.fail(error)
        }
      },
    )
    return pairing
  }

  async function proposePairing({
    chains,
    signIn,
  }: Pick<TransportRequest, 'chains' | 'signIn'>): Promise<Pairing> {
    const wantedNamespaces = namespacesToRequest(context.needs, chains, raw)
    if (!Object.keys(wantedNamespaces.namespaces).length)
      throw new LatchkeyError('config-invalid', {
        reason: 'no adapter: pass `raw`',
      })
    const newPairing = await makePairing(pageContext, wantedNamespaces, signIn)
    const stop = new AbortController()
    const pairing = listenForAnswer(newPairing.record, newPairing, stop)
    try {
      await Promise.all([
        newPairing.sendProposal(stop.signal),
        keep.change((storedState) => ({
          ...storedState,
          pairings: [...storedState.pairings, newPairing.record],
        })),
      ])
    } catch (error) {
      pairing.drop()
      throw error
    }
    return pairing
  }

  return {
    async obtainPairing(request) {
      const requestKey = JSON.stringify([
        request.chains.map(({ id }) => id),
        Boolean(request.signIn),
      ])
      const knownPairing = await pairingsByRequest.get(requestKey)
      if (
        knownPairing &&
        openByTopic.has(knownPairing.record.topic) &&
        knownPairing.shownUntil - pairingMarginMs > Date.now()
      )
        return knownPairing
      const pendingPairing = pairingsByRequest.get(requestKey)
      if (pendingPairing instanceof Promise) return pendingPairing
      const proposedPairing = proposePairing(request)
      pairingsByRequest.set(requestKey, proposedPairing)
      try {
        const pairing = await proposedPairing
        pairingsByRequest.set(requestKey, pairing)
        return pairing
      } catch (error) {
        pairingsByRequest.delete(requestKey)
        throw error
      }
    },
    resumePairing(record) {
      const openPairing = openByTopic.get(record.topic)
      if (openPairing) return openPairing
      const pairing = listenForAnswer(record)
      resumedPairings.add(pairing)
      const topics = record.authenticate
        ? [record.topic, record.authenticate.topic]
        : [record.topic]
      for (const relay of relays) {
        relay.subscribe(topics).catch(() => undefined)
      }
      return pairing
    },
    getResumed: () => [...resumedPairings],
    markPairingShown({ record }) {
      // The expiry is stored synchronously, because the tap that shows a link may open the wallet,
      // and a phone may then discard the page.
      try {
        if (pageContext.storage)
          storeWaitingEnd(pageContext.storage, context.kit, [{ ...record, isShown: true }])
      } catch {
        // A storage that the browser blocks cannot be written.
      }
      void keep.change((storedState) => ({
        ...storedState,
        pairings: storedState.pairings.map((one) =>
          one.topic === record.topic ? { ...one, isShown: true } : one,
        ),
      }))
    },
  }
}
