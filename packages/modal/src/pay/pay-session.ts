import { discardTransaction, type Kit, type Stop } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import {
  isSameBill,
  type PayRequest,
  readBill,
  requestIdOf,
  watchPayment,
} from '@latchkey/core/pay'
import { hasCode } from '@latchkey/protocol'
import { initialPayState, type PayEvent, type PayState, reducePay } from './reduce-pay.ts'

/**
 * The state of one payment in this page, from the first time it is shown until the page is left. It
 * is kept outside the view, because the view is created anew when the visitor comes back to it.
 */
export interface PaySession {
  getState(): PayState
  subscribe(listener: () => void): Stop
  /**
   * Reads the payment unless it was read before, and follows it until the view is closed. A payment
   * whose transaction was sent is followed to its end. A failed read is repeated at the next start.
   */
  start(): Stop
  /** Makes the next start read the payment again, unless a transaction was sent. */
  renew(): void
  /** Reads the order again, because it has changed since it was shown to the visitor. */
  readAgain(): Promise<void>
  /** Forgets a transaction that did not pay, so that the visitor may pay again. */
  payAgain(): void
}

const sessionsOf: (kit: Kit) => Map<string, PaySession> = perKit(() => new Map())

export function paySessionOf(kit: Kit, request: PayRequest): PaySession {
  const sessions = sessionsOf(kit)
  const id = requestIdOf(request)
  const session = sessions.get(id) ?? createSession(kit, request)
  sessions.set(id, session)
  return session
}

function createSession(kit: Kit, request: PayRequest): PaySession {
  const listeners = new Set<() => void>()
  let state = initialPayState
  let isReading = false
  let shownCount = 0
  let stopWatching: Stop | undefined

  const dispatch = (event: PayEvent): void => {
    const next = reducePay(state, event)
    if (next === state) return
    state = next
    for (const listener of [...listeners]) {
      listener()
    }
  }
  const isSent = (): boolean => state.phase === 'shown' && state.status.sent !== undefined
  const follow = (): void => {
    stopWatching?.()
    if (state.phase !== 'shown') return
    stopWatching = watchPayment(kit, {
      bill: state.bill,
      onChange: (status) => dispatch({ type: 'status-changed', status }),
    })
  }
  const read = async (): Promise<void> => {
    if (isReading) return
    isReading = true
    dispatch({ type: 'read-started' })
    try {
      const bill = await readBill(kit, { request })
      if (state.phase !== 'shown') dispatch({ type: 'read', bill })
      else if (!isSameBill(state.bill, bill)) dispatch({ type: 'changed', bill })
      follow()
    } catch (error) {
      dispatch({ type: 'read-failed', code: hasCode(error) ? error.code : 'unknown' })
    } finally {
      isReading = false
    }
  }
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: () => {
      shownCount += 1
      if (state.phase !== 'shown') void read()
      else follow()
      return () => {
        shownCount -= 1
        if (shownCount === 0 && !isSent()) stopWatching?.()
      }
    },
    renew: () => {
      if (!isSent()) dispatch({ type: 'renewed' })
    },
    readAgain: read,
    payAgain: () => {
      const id = state.phase === 'shown' && state.status.transaction?.id
      if (id) discardTransaction(kit, { id })
      follow()
    },
  }
}
