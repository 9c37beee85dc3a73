import type { WalletEvent, WalletProposal, WalletRequest } from '@latchkey/walletconnect/wallet'
import type { WalletStore } from '../wallet.ts'
import { answerRequest } from './answer-request.ts'
import { switchSessionChain } from './change-session.ts'
import { familiesOf } from './families.ts'
import type { HeldPhoneState } from './hold-phone-state.ts'
import { deriveKeys, listKnownChains, makeFamilySigner } from './phone-keys.ts'
import { otherChainsOf, readTerms } from './terms.ts'

/**
 * Creates the listener for events of the wallet's WalletConnect client. It answers requests of
 * sessions, asks the visitor about proposals and sign-ins, and removes questions that are no longer
 * open.
 */
export function createEventHandler(
  held: HeldPhoneState,
  store: WalletStore,
): (event: WalletEvent) => void {
  const {
    findSession,
    askVisitor,
    attemptWork,
    requireSide,
    recordOutcome,
    removeQuestions,
    changeState,
  } = held
  const handleRequest = async (request: WalletRequest): Promise<void> => {
    const knownSession = findSession(request.topic)
    if (!knownSession) return
    const { metadata } = knownSession.peer
    const requestState = { what: request.method, wasAsked: false }
    const { answer, outcome, moved } = await answerRequest(
      { session: knownSession, request, keys: deriveKeys(store), store },
      (approval) => {
        if (approval.kind === 'connect' || approval.kind === 'accounts')
          return Promise.resolve(false)
        requestState.wasAsked = true
        return new Promise<boolean>((resolveAnswer) =>
          askVisitor({
            kind: 'request',
            id: request.id,
            topic: request.topic,
            metadata,
            approval,
            answer: resolveAnswer,
          }),
        )
      },
    )
    await attemptWork(() => requireSide().respond(request, answer))
    if (requestState.wasAsked) recordOutcome({ metadata }, requestState.what, outcome)
    if (moved) await attemptWork(() => switchSessionChain(held, request.topic, moved))
  }
  const handleProposal = async (proposal: WalletProposal): Promise<void> => {
    const terms = readTerms(proposal, listKnownChains(store))
    const families = familiesOf(otherChainsOf(terms))
    const offeredAddresses =
      families.length > 0 ? await makeFamilySigner(store).offer(families) : []
    const { id, metadata, expiresAt } = proposal
    // Deriving the keys takes a moment, in which the proposal may have expired.
    if (expiresAt > Date.now())
      askVisitor({ kind: 'proposal', id, metadata, proposal, terms, offered: offeredAddresses })
  }
  return (event) => {
    switch (event.type) {
      case 'proposal':
        void attemptWork(() => handleProposal(event.proposal))
        break
      case 'authentication':
        askVisitor({
          kind: 'sign-in',
          ...event,
          id: event.authentication.id,
          metadata: event.authentication.metadata,
        })
        break
      case 'request':
        void handleRequest(event.request)
        break
      case 'session-ended':
        removeQuestions((question) => question.kind === 'request' && question.topic === event.topic)
        break
      case 'expired':
        removeQuestions((question) => question.id === event.id)
        break
      case 'session':
        changeState({})
    }
  }
}
