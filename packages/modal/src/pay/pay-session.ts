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
 * One payment from the first view of it until the page is left. It outlives the view, which is
 * drawn anew when the visitor comes back from another one.
 */
export interface PaySession {
  getState(): PayState
  subscribe(listener: () => void): Stop
  /**
   * Reads what is to be paid, unless that was done, and follows the payment until it is shown no
   * longer; what was sent is followed to its end. A failed read is tried again.
   */
  start(): Stop
  /** Reads everything anew at the next start, unless something was sent. */
  renew(): void
  /** Reads the order again, because it is no longer what the visitor saw. */
  readAgain(): Promise<void>
  /** Forgets what was sent and did not pay, so that the visitor may pay again. */
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
