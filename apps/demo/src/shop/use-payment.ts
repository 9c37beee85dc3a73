import { type Kit, prepareSend, send, watchTransaction } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { useRef, useState } from 'react'
import { till, usdc } from '../devnet/devnet.ts'

export type Payment =
  | { readonly status: 'none' }
  | { readonly status: 'checking' }
  | { readonly status: 'signing' }
  | { readonly status: 'submitted'; readonly hash: string }
  | { readonly status: 'paid'; readonly hash: string; readonly amount: bigint }
  | {
      readonly status: 'failed'
      readonly what: string
      readonly fix: string
      readonly isPoor: boolean
    }

/**
 * Pays the shop in USDC: checked by the chain, signed by the wallet, done when the chain has it.
 */
export function usePayment(kit: Kit, onPaid: () => void) {
  const [payment, setPayment] = useState<Payment>({ status: 'none' })
  const run = useRef<AbortController | null>(null)

  async function pay(amount: bigint): Promise<void> {
    run.current?.abort()
    const controller = new AbortController()
    run.current = controller
    const { signal } = controller
    const show = (next: Payment): void => {
      if (run.current === controller) setPayment(next)
    }
    show({ status: 'checking' })
    try {
      const { transaction } = await prepareSend(kit, {
        namespace: 'eip155',
        asset: usdc,
        amount,
        to: till,
        signal,
      })
      show({ status: 'signing' })
      const { hash = '' } = await send(kit, { id: transaction.id, signal })
      show({ status: 'submitted', hash })
      const settled = await watchTransaction(kit, { id: transaction.id, signal })
      if (settled.status !== 'confirmed') throw new Error(`the chain says: ${settled.status}`)
      show({ status: 'paid', hash, amount })
      if (run.current === controller) onPaid()
    } catch (error) {
      const isPoor =
        hasCode(error, 'insufficient-funds') || hasCode(error, 'insufficient-fee-funds')
      show({ status: 'failed', isPoor, ...(await explain(error)) })
    }
  }

  function reset(): void {
    run.current?.abort()
    run.current = null
    setPayment({ status: 'none' })
  }

  return { payment, pay, reset }
}

/** The long texts come only when one of them is shown. */
async function explain(error: unknown): Promise<{ what: string; fix: string }> {
  if (!hasCode(error))
    return { what: error instanceof Error ? error.message : 'It did not work.', fix: 'Try again.' }
  const { textOfError } = await import('@latchkey/protocol/errors')
  return textOfError(error.code)
}
