import {
  type Kit,
  quoteLifeMs,
  type SwapDraft,
  stoppedPriceImpact,
  type TransactionStatus,
} from '@latchkey/core'
import { type Asset, type ErrorCode, hasCode } from '@latchkey/protocol'
import { useAction, useSend, useTransaction, useWatchTransaction } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { RouteOf } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { useFinalUnmount } from '../../shared/use-final-unmount.ts'
import { errorCodeOf } from './error-code-of.ts'
import {
  discardDraft,
  isWorseDraft,
  prepareOffer,
  type SwapLimits,
  swapLimitsOf,
  swapRequestOf,
} from './prepare-offer.ts'

export type ApprovalKind = 'exact' | 'unlimited'
/** `reset`: an earlier approval must be revoked before the new one. */
export type SwapStep = 'reset' | 'approve' | 'swap'

export interface SwapReviewState {
  /** The step that the next press of the main button starts. */
  readonly step: SwapStep
  /**
   * Status of the revocation of an earlier approval while that is the present step; afterwards,
   * status of the new approval.
   */
  readonly approval: TransactionStatus | undefined
  /** Whether an earlier approval was just revoked on the chain. */
  readonly isTakenBack: boolean
  /** Whether the wallet is being asked to sign. */
  readonly isSigning: boolean
  /** Whether a quote is being renewed, or an approval awaited. */
  readonly isBusy: boolean
  readonly isChecking: boolean
  /** Whether the amounts have changed, so that the visitor must look at them before continuing. */
  readonly hasMoved: boolean
  readonly failure: ErrorCode | undefined
  readonly slippage: number
  readonly kind: ApprovalKind
  /** Whether the price impact is so high that the visitor must accept the loss first. */
  readonly mustAcceptLoss: boolean
  readonly isAccepted: boolean
  readonly isMissed: boolean
  readonly box: RefObject<HTMLInputElement | null>
  accept(isAccepted: boolean): void
  changeChoices(next: { readonly slippage?: number; readonly kind?: ApprovalKind }): Promise<void>
  continueSwap(): Promise<void>
}

const stepOrder: readonly SwapStep[] = ['reset', 'approve', 'swap']

/**
 * State and actions of the SwapReview view. The actions lead from the reviewed draft to the wallet:
 * first the approval, then the swap, with a renewed quote when the old one has expired.
 */
export function useSwapReview(parameters: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly route: RouteOf<'SwapReview'>
  /** All assets that the account is known to hold. */
  readonly held: readonly Asset[] | undefined
}): SwapReviewState {
  const { kit, modal, route, held } = parameters
  const { draft } = route
  const client = useQueryClient()
  const swap = useTransaction({ id: draft.swap.id })
  const reset = useTransaction({ id: draft.reset?.id })
  const approval = useTransaction({ id: draft.approval?.id })
  const [slippage, setSlippage] = useState(draft.slippage)
  const [kind, setKind] = useState<ApprovalKind>('exact')
  const [hasMoved, setMoved] = useState(false)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const checkboxRef = useRef<HTMLInputElement>(null)
  const prepare = useAction(prepareOffer, { abortsOnUnmount: true })
  const send = useSend()
  const watchAction = useWatchTransaction()
  const { run } = watchAction
  const pendingId = [reset, approval].find((one) => one?.status === 'submitted')?.id
  useEffect(() => {
    if (pendingId !== undefined) void run({ id: pendingId })
  }, [pendingId, run])
  useFinalUnmount(() => discardDraft(kit, draft))

  const isConfirmed = (one: typeof swap): boolean => one?.status === 'confirmed'
  const step = findStep(draft, isConfirmed(reset), isConfirmed(approval))
  const stepTransaction = { reset, approve: approval, swap }[step]
  const mustAcceptLoss = (draft.quote.priceImpact ?? 0) >= stoppedPriceImpact
  const isSigning = stepTransaction?.status === 'signing'
  const isChecking = prepare.state.status === 'running'
  const isBusy = isChecking || pendingId !== undefined
  const failedAction = [prepare.state, send.state].find(({ status }) => status === 'failed')
  const failure =
    stepTransaction?.error?.code ??
    (failedAction?.status === 'failed' ? errorCodeOf(failedAction.error) : undefined)

  async function renewDraft(
    next: { slippage: number; kind: ApprovalKind },
    shownLimits?: SwapLimits,
    isQuoteExpired = false,
  ): Promise<SwapDraft | null> {
    send.reset()
    const outcome = await prepare.run({
      client,
      ask: swapRequestOf(draft.quote),
      slippage: next.slippage,
      approval: next.kind,
      assets: held,
      ...(shownLimits !== undefined && { promised: shownLimits }),
      isPast: isQuoteExpired,
    })
    if (outcome.status !== 'done') return null
    discardDraft(kit, draft)
    modal.update({ view: 'SwapReview', id: outcome.value.swap.id, draft: outcome.value })
    return outcome.value
  }

  return {
    step,
    approval: (step === 'reset' ? reset : approval)?.status,
    isTakenBack: step === 'approve' && isConfirmed(reset),
    isSigning,
    isBusy,
    isChecking,
    hasMoved,
    failure: failure === 'aborted' ? undefined : failure,
    slippage,
    kind,
    mustAcceptLoss,
    isAccepted,
    isMissed: isMissed && !isAccepted,
    box: checkboxRef,
    accept: setAccepted,
    async changeChoices(next) {
      if (isSigning || pendingId !== undefined) return
      const newChoices = { slippage: next.slippage ?? slippage, kind: next.kind ?? kind }
      setSlippage(newChoices.slippage)
      setKind(newChoices.kind)
      setMoved(false)
      await renewDraft(newChoices)
    },
    async continueSwap() {
      if (isSigning || isBusy) return
      if (mustAcceptLoss && !isAccepted) {
        setMissed(true)
        checkboxRef.current?.focus()
        return
      }
      setMoved(false)
      let currentDraft = draft
      const isStepSent = stepTransaction?.status !== 'draft'
      if (isStepSent || (step === 'swap' && Date.now() - draft.quote.at >= quoteLifeMs)) {
        const renewedDraft = await renewDraft({ slippage, kind }, swapLimitsOf(draft))
        if (!renewedDraft) return
        const impact = renewedDraft.quote.priceImpact ?? 0
        const hasLargerLoss =
          impact >= stoppedPriceImpact && impact > (draft.quote.priceImpact ?? 0)
        if (hasLargerLoss) setAccepted(false)
        const firstStep = findStep(renewedDraft)
        if (
          hasLargerLoss ||
          isWorseDraft(renewedDraft, draft) ||
          stepOrder.indexOf(firstStep) < stepOrder.indexOf(step)
        )
          return setMoved(true)
        // The pressed step was completed already, so the visitor must press again for the next
        // step.
        if (firstStep !== step) return
        currentDraft = renewedDraft
      }
      const approvalTransaction = {
        reset: currentDraft.reset,
        approve: currentDraft.approval,
        swap: undefined,
      }[step]
      if (approvalTransaction) void send.run({ id: approvalTransaction.id })
      else {
        const outcome = await send.run({
          id: currentDraft.swap.id,
          simulation: currentDraft.simulation,
        })
        const isQuoteExpired =
          outcome.status === 'failed' && hasCode(outcome.error, 'swap-quote-expired')
        // The last simulation, just before the wallet would have been asked, broke a limit that the
        // visitor had seen. The quote is renewed, and the visitor must look at the new amounts
        // first.
        if (
          isQuoteExpired &&
          (await renewDraft({ slippage, kind }, swapLimitsOf(currentDraft), true))
        )
          setMoved(true)
      }
    },
  }
}

function findStep({ reset, approval }: SwapDraft, isReset = false, isApproved = false): SwapStep {
  if (reset && !isReset) return 'reset'
  return approval && !isApproved ? 'approve' : 'swap'
}
