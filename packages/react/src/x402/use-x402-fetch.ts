import {
  type AskVisitor,
  createX402Fetch,
  type Decision,
  type Fetch,
  type Payment,
  type PaymentLimits,
} from '@latchkey/x402'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useKit } from '../hooks/use-kit.ts'

/** A payment that waits for the visitor's answer, and the function that answers it. */
interface Question {
  readonly payment: Payment
  readonly answer: (decision: Decision) => void
}

/**
 * Returns a `fetch` that pays with the connected wallet, within a limit, when a server asks for an
 * x402 payment; and the payment that waits for the visitor's answer. Several payments are asked
 * about one after another. When the component is unmounted, its waiting payments are refused.
 * @param limit the tokens that payments may use, by CAIP-19 id, with their limits in base units.
 *
 * @example
 * const usdc = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
 * const { fetch, payment, decide } = useX402Fetch({ [usdc]: { perRequest: 10_000n, total: 1_000_000n } })
 * const read = () => fetch('https://api.example/report')
 * const question = payment && (
 *   <p>
 *     {formatAmount(payment.amount, payment.decimals)} {payment.symbol} for {payment.resource}?
 *     <button onClick={() => decide(true)}>Pay</button>
 *     <button onClick={() => decide('session')}>
 *       Allow {formatAmount(payment.left, payment.decimals)} {payment.symbol} in all
 *     </button>
 *     <button onClick={() => decide(false)}>No</button>
 *   </p>
 * )
 */
export function useX402Fetch(
  limit: PaymentLimits,
  options: useX402Fetch.Options = {},
): useX402Fetch.ReturnType {
  const kit = useKit()
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const latest = useRef({ limit, ...options })
  const pending = useRef(new Set<Question>())

  useEffect(() => {
    latest.current = { limit, ...options }
  })
  useEffect(() => {
    const waiting = pending.current
    return () => {
      for (const { answer } of [...waiting]) {
        answer(false)
      }
    }
  }, [])

  const ask: AskVisitor = useCallback(
    (payment, { signal }) =>
      new Promise<Decision>((resolve) => {
        const answer = (decision: Decision): void => {
          signal?.removeEventListener('abort', refuse)
          pending.current.delete(question)
          setQuestions((list) => list.filter((one) => one !== question))
          resolve(decision)
        }
        const refuse = (): void => answer(false)
        const question: Question = { payment, answer }
        signal?.addEventListener('abort', refuse, { once: true })
        pending.current.add(question)
        setQuestions((list) => [...list, question])
      }),
    [],
  )
  const fetchPaid: Fetch = useCallback(
    async (input, init) => createX402Fetch(kit, { ...latest.current, ask })(input, init),
    [kit, ask],
  )
  const [first] = questions
  const decide = useCallback((decision: Decision): void => first?.answer(decision), [first])
  return useMemo(
    () => ({ fetch: fetchPaid, payment: first?.payment, decide }),
    [fetchPaid, first, decide],
  )
}

export declare namespace useX402Fetch {
  type Options = Pick<createX402Fetch.Options, 'describe' | 'fetch'>
  type ReturnType = {
    /**
     * A function that is called like `fetch`. It stays the same function while the kit is the same.
     */
    readonly fetch: Fetch
    /** The payment that waits for the visitor's answer; undefined when there is none. */
    readonly payment: Payment | undefined
    /**
     * Answers `payment`: `true` pays it, `'session'` also pays later ones without asking, `false`
     * refuses.
     */
    readonly decide: (decision: Decision) => void
  }
}
