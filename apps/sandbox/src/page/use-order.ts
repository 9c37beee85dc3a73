import { useCallback, useEffect, useRef, useState } from 'react'
import type { Fault } from '../server/counter.ts'
import type { OrderView } from '../server/view-of.ts'
import { askServer } from './ask-server.ts'

const pollMs = 700

export interface Standing {
  readonly order?: OrderView
  readonly isMissing: boolean
  /** Whether the server is unreachable. */
  readonly isDown: boolean
  readonly isBusy: boolean
  readonly fault?: Fault
  /** Performs an action on the order; ignored while another one is pending. */
  readonly say: (verb: string, body?: object) => Promise<void>
}

const over: readonly string[] = ['done', 'declined', 'abandoned', 'failed']

/** The current state of an order, polled until it is final. */
export function useOrder(id: string): Standing {
  const [standing, setStanding] = useState<Omit<Standing, 'say'>>({
    isMissing: false,
    isDown: false,
    isBusy: false,
  })
  const busy = useRef(false)

  const take = useCallback(
    async (verb?: string, body?: object) => {
      const answer = await askServer(id, verb, body)
      setStanding((known) => {
        const rest = {
          ...known,
          isBusy: busy.current && verb === undefined,
          isDown: answer.kind === 'down',
        }
        const { fault: _, ...clean } = rest
        if (answer.kind === 'order') return { ...(verb ? clean : rest), order: answer.order }
        if (answer.kind === 'fault') return { ...rest, fault: answer.fault }
        return answer.kind === 'missing' ? { ...rest, isMissing: true } : rest
      })
    },
    [id],
  )

  const { isMissing, order } = standing
  const isOver = isMissing || (order !== undefined && over.includes(order.status))
  useEffect(() => {
    if (isOver) return
    void take()
    const timer = setInterval(() => void take(), pollMs)
    return () => clearInterval(timer)
  }, [take, isOver])

  const say = useCallback(
    async (verb: string, body?: object) => {
      if (busy.current) return
      busy.current = true
      setStanding((known) => ({ ...known, isBusy: true }))
      await take(verb, body)
      busy.current = false
      setStanding((known) => ({ ...known, isBusy: false }))
    },
    [take],
  )
  return { ...standing, say }
}
