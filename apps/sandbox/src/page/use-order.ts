import { useCallback, useEffect, useRef, useState } from 'react'
import type { Fault } from '../server/order-desk.ts'
import type { OrderView } from '../server/view-of.ts'
import { askServer } from './ask-server.ts'

const pollMs = 700

export interface OrderStanding {
  readonly order?: OrderView
  readonly isMissing: boolean
  /** Whether the server is unreachable. */
  readonly isDown: boolean
  readonly isBusy: boolean
  readonly fault?: Fault
  /** Performs an action on the order; it is ignored while another action is pending. */
  readonly say: (action: string, body?: object) => Promise<void>
}

const finalStatuses: readonly string[] = ['done', 'declined', 'abandoned', 'failed']

/** The current state of an order; it is requested again and again until it is final. */
export function useOrder(id: string): OrderStanding {
  const [standing, setStanding] = useState<Omit<OrderStanding, 'say'>>({
    isMissing: false,
    isDown: false,
    isBusy: false,
  })
  const isSending = useRef(false)

  const refreshOrder = useCallback(
    async (action?: string, body?: object) => {
      const answer = await askServer(id, action, body)
      setStanding((previousStanding) => {
        const nextStanding = {
          ...previousStanding,
          isBusy: isSending.current && action === undefined,
          isDown: answer.kind === 'down',
        }
        const { fault: _, ...withoutFault } = nextStanding
        if (answer.kind === 'order')
          return { ...(action ? withoutFault : nextStanding), order: answer.order }
        if (answer.kind === 'fault') return { ...nextStanding, fault: answer.fault }
        return answer.kind === 'missing' ? { ...nextStanding, isMissing: true } : nextStanding
      })
    },
    [id],
  )

  const { isMissing, order } = standing
  const isOver = isMissing || (order !== undefined && finalStatuses.includes(order.status))
  useEffect(() => {
    if (isOver) return
    void refreshOrder()
    const timer = setInterval(() => void refreshOrder(), pollMs)
    return () => clearInterval(timer)
  }, [refreshOrder, isOver])

  const sendAction = useCallback(
    async (action: string, body?: object) => {
      if (isSending.current) return
      isSending.current = true
      setStanding((previousStanding) => ({ ...previousStanding, isBusy: true }))
      await refreshOrder(action, body)
      isSending.current = false
      setStanding((previousStanding) => ({ ...previousStanding, isBusy: false }))
    },
    [refreshOrder],
  )
  return { ...standing, say: sendAction }
}
