import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Modal } from '../contract/modal.ts'
import { pay } from './pay.ts'

export declare namespace usePay {
  /** State of the newest payment that this component has started. */
  type State =
    | { readonly status: 'idle' }
    | { readonly status: 'paying' }
    | { readonly status: 'done'; readonly receipt: pay.ReturnType }
    | { readonly status: 'failed'; readonly error: LatchkeyError }
  type Outcome = Extract<State, { readonly status: 'done' | 'failed' }>
  type ReturnType = {
    readonly state: State
    /** Opens the dialog and resolves to the result of the payment; the promise never rejects. */
    readonly pay: (terms: pay.Parameters) => Promise<Outcome>
  }
}

/**
 * Lets a component pay with the dialog. Returns the function to call at a click, and the state of
 * the newest payment.
 *
 * @example
 * ```tsx
 * import { usePay } from '@latchkey/modal/pay'
 *
 * function CheckOut({ order }: { order: string }) {
 *   const { pay, state } = usePay(modal)
 *   if (state.status === 'done') return <p>Thank you</p>
 *   return <button onClick={() => pay({ order })}>Pay</button>
 * }
 * ```
 */
export function usePay(modal: Modal): usePay.ReturnType {
  const [state, setState] = useState<usePay.State>({ status: 'idle' })
  const newestRun = useRef(0)
  const run = useCallback(
    async (terms: pay.Parameters): Promise<usePay.Outcome> => {
      newestRun.current += 1
      const runNumber = newestRun.current
      setState({ status: 'paying' })
      const outcome = await payOutcome(modal, terms)
      if (runNumber === newestRun.current) setState(outcome)
      return outcome
    },
    [modal],
  )
  return useMemo(() => ({ state, pay: run }), [state, run])
}

async function payOutcome(modal: Modal, terms: pay.Parameters): Promise<usePay.Outcome> {
  try {
    return { status: 'done', receipt: await pay(modal, terms) }
  } catch (cause) {
    const error = hasCode(cause) ? cause : new LatchkeyError('unknown', { cause })
    return { status: 'failed', error }
  }
}
