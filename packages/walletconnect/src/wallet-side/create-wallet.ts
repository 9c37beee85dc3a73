import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { WireError } from '../channel.ts'
import type { Hex32, SessionRecord } from '../contract.ts'
import { checkGrant } from '../namespaces/check-grant.ts'
import { checkGranted } from '../namespaces/grant-on-chain.ts'
import type { WalletEvent, WalletOptions, WalletSide } from '../wallet-contract.ts'
import { refuseAuthentication } from './answer-authentication.ts'
import { approveAuthentication } from './approve-authentication.ts'
import { approveProposal, sessionLifeMs } from './approve-proposal.ts'
import { changeSession } from './change-session.ts'
import { dispatchLink } from './dispatch-link.ts'
import { forgetPairing, forgetSession, nextExpiry, sweepExpired } from './forget.ts'
import { pairByLink } from './pair-by-link.ts'
import { findAnswerRoute, sendAnswer, sendNotice, sendRequest } from './send.ts'
import { listPending, takePending } from './show-pending-entry.ts'
import { startWallet } from './start-wallet.ts'
import type { Wallet } from './wallet.ts'
import { watchExpiry } from './watch-end.ts'

const pingTimeoutMs = 30_000
const rejectedError: WireError = { code: 5000, message: 'User rejected.' }

/**
 * Creates a wallet that follows pairing links, reports the requests of pages, and answers them.
 * Requests from before a reload are reported again. Source: WalletConnect sign 2.
 */
export function createWallet(options: WalletOptions): WalletSide {
  const listeners = new Set<(event: WalletEvent) => void>()
  const walletState: { wallet?: Wallet; isClosed?: boolean } = {}
  const expiryWatch = watchExpiry(
    () => (walletState.wallet ? nextExpiry(walletState.wallet) : Number.POSITIVE_INFINITY),
    () => walletState.wallet && sweepExpired(walletState.wallet),
  )
  const emitEvent = (event: WalletEvent): void => {
    if (walletState.isClosed) return
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        // A listener's error is reported without affecting the next listener.
        queueMicrotask(() => console.error(error))
      }
    }
  }
  const shutWallet = ({ relays, channel, held }: Wallet): void => {
    for (const { timer } of held.values()) {
      clearTimeout(timer)
    }
    channel.close()
    for (const relay of relays) {
      relay.close()
    }
  }
  const started = startWallet(options, emitEvent, () => expiryWatch.again()).then((wallet) => {
    walletState.wallet = wallet
    if (walletState.isClosed) shutWallet(wallet)
    else expiryWatch.again()
    for (const session of wallet.book.sessions.values()) {
      emitEvent({ type: 'session', session })
    }
    for (const event of listPending(wallet)) {
      emitEvent(event)
    }
    return wallet
  })
  started.catch(() => undefined)
  const awaitWallet = async (): Promise<Wallet> => {
    const wallet = await started
    if (walletState.isClosed) throw new LatchkeyError('aborted', { reason: 'the wallet is closed' })
    return wallet
  }
  const sessionOf = ({ book }: Wallet, topic: Hex32): SessionRecord => {
    const session = book.sessions.get(topic)
    if (!session) throw new LatchkeyError('session-ended', { reason: 'no session of this topic' })
    return session
  }

  return {
    pair: async (link) => pairByLink(await awaitWallet(), link),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSessions: () => [...(walletState.wallet?.book.sessions.values() ?? [])],
    getPending: () => (walletState.wallet ? listPending(walletState.wallet) : []),
    async approve(id, grant) {
      const wallet = await awaitWallet()
      return takePending(wallet, { key: `${id}`, kinds: ['proposal'] }, (pendingRequest) =>
        approveProposal(wallet, pendingRequest, grant),
      )
    },
    async authenticate(id, proofs) {
      const wallet = await awaitWallet()
      return takePending(wallet, { key: `${id}`, kinds: ['authentication'] }, (pendingRequest) =>
        approveAuthentication(wallet, pendingRequest, proofs),
      )
    },
    async reject(id, error = rejectedError) {
      const wallet = await awaitWallet()
      await takePending(
        wallet,
        { key: `${id}`, kinds: ['proposal', 'authentication'] },
        async (pendingRequest) => {
          if (pendingRequest.kind === 'authentication') {
            await refuseAuthentication(wallet, pendingRequest, error)
            // The proposal of the same pairing asks for the same consent as the refused sign-in, so
            // it is deleted unanswered.
            return forgetPairing(wallet, pendingRequest.topic)
          }
          const route = findAnswerRoute(
            wallet,
            pendingRequest.relay,
            pendingRequest.proposal.metadata,
          )
          return sendAnswer(
            wallet,
            route,
            { ...pendingRequest, method: 'wc_sessionPropose' },
            { error },
          )
        },
      )
    },
    async respond({ id, topic }, answer) {
      const wallet = await awaitWallet()
      await takePending(wallet, { key: `${topic}:${id}`, kinds: ['request'] }, (pendingRequest) => {
        const { metadata } = sessionOf(wallet, topic).peer
        const route = findAnswerRoute(wallet, pendingRequest.relay, metadata)
        return sendAnswer(wallet, route, { topic, id, method: 'wc_sessionRequest' }, answer)
      })
    },
    async update(topic, namespaces) {
      const wallet = await awaitWallet()
      const grantedNamespaces = checkGrant(namespaces)
      await changeSession(wallet, sessionOf(wallet, topic), { namespaces: grantedNamespaces }, [
        'wc_sessionUpdate',
        { namespaces: grantedNamespaces },
      ])
    },
    async extend(topic) {
      const wallet = await awaitWallet()
      const expiresAt = Date.now() + sessionLifeMs
      await changeSession(wallet, sessionOf(wallet, topic), { expiresAt }, ['wc_sessionExtend', {}])
    },
    async emit(topic, { chain, name, data }) {
      const wallet = await awaitWallet()
      const session = sessionOf(wallet, topic)
      checkGranted(session.namespaces, chain, { event: name })
      await sendNotice(wallet, session, 'wc_sessionEvent', {
        event: { name, data },
        chainId: chain,
      })
    },
    async ping(topic) {
      const wallet = await awaitWallet()
      await sendRequest(wallet, sessionOf(wallet, topic), 'wc_sessionPing', {}, pingTimeoutMs)
    },
    async end(topic) {
      const wallet = await awaitWallet()
      const session = sessionOf(wallet, topic)
      const reason = { code: 6000, message: 'User disconnected.' }
      try {
        await sendNotice(wallet, session, 'wc_sessionDelete', reason)
      } catch (error) {
        // The error is ignored, because the session ends on this side anyway, and the page learns
        // of it at its next request.
        if (!hasCode(error)) throw error
      } finally {
        forgetSession(wallet, topic, 'self')
      }
    },
    dispatchLink: async (link) => dispatchLink(await awaitWallet(), link),
    close() {
      walletState.isClosed = true
      expiryWatch.stop()
      listeners.clear()
      if (walletState.wallet) shutWallet(walletState.wallet)
    },
  }
}
