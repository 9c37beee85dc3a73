import { type Kit, quoteLifeMs, type SwapDraft, stoppedPriceImpact, type TransactionStatus } from '@latchkey/core'
import { type Asset, type ErrorCode, hasCode } from '@latchkey/protocol'
import { useAction, useSend, useTransaction, useWatchTransaction } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDiscard } from '../account/use-discard.ts'
import type { RouteOf } from '../route.ts'
import type { ViewModal } from '../view.ts'
import { askOf, discardDraft, isWorse, prepareOffer } from './prepare-offer.ts'

export type ApprovalKind = 'exact' | 'unlimited'

export interface SwapReviewState {
  /** What a press would do next. */
  readonly step: 'approve' | 'swap'
  readonly approval: TransactionStatus | undefined
  /** The wallet is asked. */
  readonly isSigning: boolean
  /** An offer is being renewed, or an approval waited for. */
  readonly isBusy: boolean
  readonly isChecking: boolean
  /** The new figures must be looked at first. */
  readonly hasMoved: boolean
  readonly failure: ErrorCode | undefined
  readonly slippage: number
  readonly kind: ApprovalKind
  /** A loss that must be accepted first. */
  readonly isStopped: boolean
  readonly isAccepted: boolean
  readonly isMissed: boolean
  readonly box: RefObject<HTMLInputElement | null>
  accept(isAccepted: boolean): void
  change(next: { readonly slippage?: number; readonly kind?: ApprovalKind }): Promise<void>
  press(): Promise<void>
}

/** The way from a reviewed draft to what the wallet is asked: approval first, a renewed offer where the old one is past its life. */
export function useSwapReview(parameters: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly route: RouteOf<'SwapReview'>
  /** All the account is known to hold. */
  readonly held: readonly Asset[] | undefined
}): SwapReviewState {
  const { kit, modal, route, held } = parameters
  const { draft } = route
  const client = useQueryClient()
  const swap = useTransaction({ id: draft.swap.id })
  const approval = useTransaction({ id: draft.approval?.id })
  const [slippage, setSlippage] = useState(draft.slippage)
  const [kind, setKind] = useState<ApprovalKind>('exact')
  const [hasMoved, setMoved] = useState(false)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const prepare = useAction(prepareOffer, { abortsOnUnmount: true })
  const send = useSend()
  const watch = useWatchTransaction()
  const { run } = watch
  const waitsFor = approval?.status === 'submitted' ? approval.id : undefined
  useEffect(() => {
    if (waitsFor !== undefined) void run({ id: waitsFor })
  }, [waitsFor, run])
  useDiscard(() => discardDraft(kit, draft))

  const step = draft.approval === undefined || approval?.status === 'confirmed' ? 'swap' : 'approve'
  const isStopped = (draft.quote.priceImpact ?? 0) >= stoppedPriceImpact
  const isSigning = swap?.status === 'signing' || approval?.status === 'signing'
  const isChecking = prepare.state.status === 'running'
  const isBusy = isChecking || waitsFor !== undefined
  const failed = [prepare.state, send.state].find(({ status }) => status === 'failed')
  const asked = step === 'approve' ? approval : swap
  const failure =
    asked?.error?.code ??
    (failed?.status === 'failed' ? (hasCode(failed.error) ? failed.error.code : 'unknown') : undefined)

  async function renew(next: { slippage: number; kind: ApprovalKind }, promised?: bigint): Promise<SwapDraft | null> {
    send.reset()
    const outcome = await prepare.run({
      client,
      ask: askOf(draft.quote),
      slippage: next.slippage,
      approval: next.kind,
      assets: held,
      ...(promised !== undefined && { promised }),
    })
    if (outcome.status !== 'done') return null
    discardDraft(kit, draft)
    modal.update({ view: 'SwapReview', id: outcome.value.swap.id, draft: outcome.value })
    return outcome.value
  }

  return {
    step,
    approval: approval?.status,
    isSigning,
    isBusy,
    isChecking,
    hasMoved,
    failure: failure === 'aborted' ? undefined : failure,
    slippage,
    kind,
    isStopped,
    isAccepted,
    isMissed: isMissed && !isAccepted,
    box,
    accept: setAccepted,
    async change(next) {
      if (isSigning || waitsFor !== undefined) return
      const wanted = { slippage: next.slippage ?? slippage, kind: next.kind ?? kind }
      setSlippage(wanted.slippage)
      setKind(wanted.kind)
      setMoved(false)
      await renew(wanted)
    },
    async press() {
      if (isSigning || isBusy) return
      if (isStopped && !isAccepted) {
        setMissed(true)
        box.current?.focus()
        return
      }
      setMoved(false)
      let current = draft
      const isOver = asked?.status !== 'draft'
      if (isOver || (step === 'swap' && Date.now() - draft.quote.at >= quoteLifeMs)) {
        const next = await renew({ slippage, kind }, draft.swap.receives?.minimum)
        if (!next) return
        const impact = next.quote.priceImpact ?? 0
        const isDeeper = impact >= stoppedPriceImpact && impact > (draft.quote.priceImpact ?? 0)
        if (isDeeper) setAccepted(false)
        if (isDeeper || isWorse(next, draft) || (next.approval && step === 'swap')) return setMoved(true)
        current = next
      }
      const first = step === 'approve' ? current.approval : undefined
      if (first) void send.run({ id: first.id })
      else void send.run({ id: current.swap.id, simulation: current.simulation })
    },
  }
}
