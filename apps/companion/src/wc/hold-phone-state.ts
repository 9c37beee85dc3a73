import type { SessionRecord, WalletSide } from '@latchkey/walletconnect/wallet'
import type { WalletStore } from '../wallet.ts'
import { faultText } from './fault-text.ts'
import type { PhoneState, VisitorQuestion } from './phone-state.ts'
import { claimedOrigin } from './session-view.ts'

/**
 * Holds the state of the wallet's phone page, and its WalletConnect client while this tab is
 * active.
 */
export interface HeldPhoneState {
  readState(): PhoneState
  watchState(listener: () => void): () => void
  changeState(next: Partial<PhoneState>): void
  askVisitor(question: VisitorQuestion): void
  removeQuestions(isIt: (question: VisitorQuestion) => boolean): void
  /** Writes the outcome of a request to the wallet's log, and shows it. */
  recordOutcome(
    question: Pick<VisitorQuestion, 'metadata'>,
    requestText: string,
    outcome: 'Approved' | 'Rejected' | 'Failed',
  ): void
  /**
   * Runs a task and never rejects. When the task fails, the state's `fault` becomes the text of the
   * failure.
   */
  attemptWork(task: () => Promise<void>): Promise<void>
  setSide(side: WalletSide | undefined): void
  isSide(side: WalletSide): boolean
  /** @throws when another tab is the active one */
  requireSide(): WalletSide
  /** Resolves once this tab is the active one, which takes a moment after the page has started. */
  awaitSide(): Promise<WalletSide>
  findSession(topic: string): SessionRecord | undefined
}

export function holdPhoneState(store: WalletStore): HeldPhoneState {
  const phoneState: { state: PhoneState; side?: WalletSide | undefined } = {
    state: { place: 'here', isPairing: false, sessions: [], asked: [] },
  }
  const listeners = new Set<() => void>()
  const sideListeners = new Set<(side: WalletSide) => void>()
  const changeState = (next: Partial<PhoneState>): void => {
    phoneState.state = {
      ...phoneState.state,
      ...next,
      sessions: phoneState.side?.getSessions() ?? [],
    }
    for (const listener of listeners) {
      listener()
    }
  }
  const requireSide = (): WalletSide => {
    if (!phoneState.side) throw new Error('another tab speaks for this wallet')
    return phoneState.side
  }

  return {
    readState: () => phoneState.state,
    watchState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changeState,
    askVisitor: (question) => changeState({ asked: [...phoneState.state.asked, question] }),
    removeQuestions: (isIt) =>
      changeState({ asked: phoneState.state.asked.filter((question) => !isIt(question)) }),
    recordOutcome(question, requestText, outcome) {
      store.addToLog({
        at: Date.now(),
        origin: `${claimedOrigin(question.metadata)} (by link)`,
        what: requestText,
        outcome,
      })
      changeState({ answered: { metadata: question.metadata, outcome } })
    },
    async attemptWork(task) {
      const { fault: _, ...stateWithoutFault } = phoneState.state
      phoneState.state = stateWithoutFault
      try {
        await task()
        changeState({})
      } catch (error) {
        changeState({ fault: faultText(error) })
      }
    },
    setSide(side) {
      phoneState.side = side
      if (!side) return
      for (const resolve of sideListeners) {
        resolve(side)
      }
      sideListeners.clear()
    },
    isSide: (side) => phoneState.side === side,
    requireSide,
    awaitSide: () =>
      phoneState.side
        ? Promise.resolve(phoneState.side)
        : new Promise((resolve) => void sideListeners.add(resolve)),
    findSession: (topic) =>
      requireSide()
        .getSessions()
        .find((session) => session.topic === topic),
  }
}
