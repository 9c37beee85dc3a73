import { discardTransaction, type Kit } from '@latchkey/core'
import { type Bill, preparePayment, sendPayment } from '@latchkey/core/pay'
import { type ErrorCode, hasCode } from '@latchkey/protocol'
import { type ActionState, useAction } from '@latchkey/react'
import { useCallback, useEffect, useRef } from 'react'
import type { PaySession } from '../../pay/pay-session.ts'
import { useFinalUnmount } from '../../shared/use-final-unmount.ts'
import type { PayOption } from './use-pay-options.ts'

type Draft = Awaited<ReturnType<typeof preparePayment>>

export interface PaymentForm {
  /** The drafted transfer that the button sends; undefined until its fee is estimated. */
  readonly draft: Draft | undefined
  readonly isPreparing: boolean
  /** Error code of the payment that could not be prepared or was not sent. */
  readonly failure: ErrorCode | undefined
  readonly isSending: boolean
  pay(): void
  cancel(): void
}

/**
 * Drafts the transfer for the chosen way to pay, so that its fee is known, and sends it when the
 * visitor presses the button. A draft that was not sent is deleted.
 */
export function usePayment(
  kit: Kit,
  bill: Bill,
  option: PayOption | undefined,
  session: PaySession,
): PaymentForm {
  const preparation = useAction(preparePayment, { abortsOnUnmount: true })
  const sending = useAction(sendPayment, { abortsSuperseded: false })
  const { run: prepare, cancel: stopPreparing } = preparation
  const draftId = useRef<string | undefined>(undefined)
  const newestDraft = useRef(0)
  const isPayable = option?.isOnChain === true && option.held !== undefined
  const isEnough = isPayable && (option.held ?? 0n) >= option.amount
  // A new draft is made when the account, the asset or the bill changes. The option itself is a new
  // object at each rendering, so it is not compared.
  const wanted = isEnough ? `${option.account} ${option.asset.id}` : undefined
  const latest = useRef({ bill, option })
  useEffect(() => {
    latest.current = { bill, option }
  })

  function discardDraft(): void {
    const id = draftId.current
    draftId.current = undefined
    if (id !== undefined && kit.getState().transactions[id]?.status === 'draft')
      discardTransaction(kit, { id })
  }
  useFinalUnmount(discardDraft)
  const makeDraft = useCallback(async (): Promise<void> => {
    const { bill: shownBill, option: chosen } = latest.current
    if (!chosen?.account) return
    newestDraft.current += 1
    const number = newestDraft.current
    const outcome = await prepare({ bill: shownBill, option: chosen, account: chosen.account })
    if (outcome.status === 'failed' && isOutdated(outcome.error)) void session.readAgain()
    if (outcome.status !== 'done') return
    const { id } = outcome.value.transaction
    if (number === newestDraft.current) draftId.current = id
    else discardTransaction(kit, { id })
  }, [kit, prepare, session])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed bill needs a new draft
  useEffect(() => {
    if (wanted === undefined) return stopPreparing()
    void makeDraft()
    return () => {
      newestDraft.current += 1
      discardDraft()
    }
  }, [wanted, bill, makeDraft, stopPreparing])

  const draft = preparation.state.status === 'done' ? preparation.state.value : undefined
  async function pay(): Promise<void> {
    if (preparation.state.status === 'failed') return makeDraft()
    if (!draft || !option || sending.state.status === 'running') return
    const { transaction, estimate } = draft
    const outcome = await sending.run({ id: transaction.id, estimate, bill, option })
    if (outcome.status === 'failed' && isOutdated(outcome.error)) void session.readAgain()
  }
  return {
    draft,
    isPreparing: preparation.state.status === 'running',
    failure: failureOf(preparation.state) ?? failureOf(sending.state),
    isSending: sending.state.status === 'running',
    pay: () => void pay(),
    cancel: () => sending.cancel(),
  }
}

/**
 * Whether an error means that the order has changed or is closed, so that it has to be read again.
 */
function isOutdated(error: unknown): boolean {
  return hasCode(error, 'order-changed') || hasCode(error, 'order-closed')
}

function failureOf(state: ActionState<unknown>): ErrorCode | undefined {
  if (state.status !== 'failed') return undefined
  return hasCode(state.error) ? state.error.code : 'unknown'
}
