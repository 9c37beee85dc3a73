import { hasCode } from '@latchkey/protocol'
import type { Incoming } from '../channel.ts'
import type { Pairing, PendingEntry } from './open-wallet-store.ts'
import { readAskedProposal } from './read-asked.ts'
import { sendAnswer } from './send.ts'
import { showPendingEntry } from './show-pending-entry.ts'
import type { Wallet } from './wallet.ts'

/** Milliseconds that a proposal waits for the one-click sign-in that its link announced. */
const holdTimeoutMs = 1500
const proposalsLimit = 4
const invalidParamsError = { code: -32602, message: 'Invalid params' } as const

/**
 * Handles a proposal that arrives on a pairing: shows it, holds it back, or refuses it with the
 * protocol's error code.
 */
export async function handleProposal(
  wallet: Wallet,
  pairing: Pairing,
  incoming: Incoming,
): Promise<void> {
  const { topic, id, method, params, relay } = incoming
  if (!relay) return
  const refuseProposal = (error: { readonly code: number; readonly message: string }) =>
    sendAnswer(wallet, { relay }, { topic, id, method, isAutomatic: true }, { error })
  let proposalRequest: ReturnType<typeof readAskedProposal>
  try {
    proposalRequest = readAskedProposal(id, topic, params)
  } catch (error) {
    if (!hasCode(error, 'proposal-unsupported')) throw error
    return refuseProposal({
      code: Number(error.context.sourceCode),
      message: error.context.reason ?? '',
    })
  }
  if (!proposalRequest) return refuseProposal(invalidParamsError)
  const { proposal, publicKey } = proposalRequest
  const pendingOfTopic = [...wallet.book.waiting.values()].filter(
    (waiting) => waiting.topic === topic,
  )
  if (proposal.expiresAt <= Date.now() || pendingOfTopic.length >= proposalsLimit) return
  const waiting: PendingEntry = {
    kind: 'proposal',
    id,
    topic,
    relay: relay.url,
    expiresAt: proposal.expiresAt,
    publicKey,
    proposal,
  }
  if (!pairing.isAuthenticating) return showPendingEntry(wallet, waiting)
  if (wallet.held.has(topic) || pendingOfTopic.some(({ kind }) => kind === 'authentication')) return
  const timer = setTimeout(() => releaseHeldProposal(wallet, pairing), holdTimeoutMs)
  wallet.held.set(topic, { waiting, timer })
}

/** Shows the proposal of a pairing that was held back, if there is one. */
export function releaseHeldProposal(wallet: Wallet, pairing: Pairing): void {
  const heldProposal = wallet.held.get(pairing.topic)
  clearTimeout(heldProposal?.timer)
  wallet.held.delete(pairing.topic)
  if (heldProposal && wallet.book.pairings.has(pairing.topic))
    showPendingEntry(wallet, heldProposal.waiting)
}
