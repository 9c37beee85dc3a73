import {
  type Balance,
  formatAmount,
  parseAmount,
  type SwapAsset,
  type SwapSide,
} from '@latchkey/core'
import type { AccountId, Asset, ErrorCode } from '@latchkey/protocol'
import { useAction } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { KeptFee } from '../../contract/kept-fee.ts'
import type { RouteOf } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { errorCodeOf } from './error-code-of.ts'
import { estimateSwapMax } from './estimate-swap-max.ts'
import { prepareOffer } from './prepare-offer.ts'
import { exceedsBalance, faultOfCode, findSwapFault, type SwapFault } from './swap-fault.ts'
import { type Offer, type SwapRequest, useOffer } from './use-offer.ts'

export interface SwapForm {
  readonly fields: Readonly<Record<SwapSide, RefObject<HTMLInputElement | null>>>
  readonly token: RefObject<HTMLButtonElement | null>
  readonly fault: SwapFault | null
  /** Code of an error that belongs to no field of the form. */
  readonly failure: ErrorCode | null
  readonly isBusy: boolean
  readonly offer: Offer
  /** The network fee that the button Max left in the balance. */
  readonly kept: KeptFee | undefined
  readonly fieldTextOf: (side: SwapSide) => string
  /** The computed amount with thousands separators; undefined for the side that is typed in. */
  readonly groupedTextOf: (side: SwapSide) => string | undefined
  /** The amount of a side in base units; undefined while it is unknown. */
  readonly amountOf: (side: SwapSide) => bigint | undefined
  readonly changeAmount: (side: SwapSide, amount: string) => void
  readonly switchSides: () => void
  readonly fillMaxAmount: () => Promise<void>
  readonly prepareReview: () => Promise<void>
}

/** State and actions of the Swap view; the draft itself is in the route. */
export function useSwapForm(parameters: {
  readonly modal: ViewModal
  readonly route: RouteOf<'Swap'>
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset | undefined
  readonly balance: Balance | undefined
  /** All assets that the account is known to hold. */
  readonly held: readonly Asset[] | undefined
  readonly locale: string
}): SwapForm {
  const { modal, route, account, pay, receive, balance, held, locale } = parameters
  const side = route.side ?? 'pay'
  const typedText = route.amount ?? ''
  const asset = side === 'pay' ? pay : receive
  const amount =
    typedText.trim() === '' || !asset ? null : parseAmount(typedText, asset.decimals, locale)
  const client = useQueryClient()
  const [missed, setMissed] = useState<SwapFault | null>(null)
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  const fieldRefs = { pay: useRef<HTMLInputElement>(null), receive: useRef<HTMLInputElement>(null) }
  const token = useRef<HTMLButtonElement>(null)
  const preparation = useAction(prepareOffer, { abortsOnUnmount: true })
  const maxEstimate = useAction(estimateSwapMax, { abortsOnUnmount: true })
  const swapRequest = useMemo<SwapRequest | undefined>(
    () =>
      receive && amount !== null && amount > 0n
        ? { account, pay, receive, amount, side }
        : undefined,
    [account, pay, receive, amount, side],
  )
  const offer = useOffer(swapRequest)
  const offeredAmount = offer.follows === 'now' ? offer.quote?.pay.amount : undefined
  const payAmount = side === 'pay' ? amount : offeredAmount
  // Max has read a newer balance than the listed one, so the listed one is not used.
  const listedAmount = route.kept ? undefined : balance?.amount
  const isBeyondBalance = exceedsBalance(payAmount, listedAmount)
  const fault = missed ?? (isBeyondBalance ? ({ field: 'pay', is: 'not-enough' } as const) : null)

  function clearFaults(): void {
    setMissed(null)
    setFailure(null)
    preparation.cancel()
    maxEstimate.cancel()
  }
  function showFault(next: SwapFault): void {
    setMissed(next)
    const field = next.field === 'token' ? token : fieldRefs[next.field]
    field.current?.focus()
  }
  function showFailure(error: unknown): void {
    const code = errorCodeOf(error)
    const foundFault = faultOfCode(code)
    if (foundFault) showFault(foundFault)
    else if (code !== 'aborted') setFailure(code)
  }
  /**
   * Writes the highest amount that can be swapped into the field and returns it; undefined when it
   * is zero or cannot be computed.
   */
  async function fillMaximum(): Promise<bigint | undefined> {
    if (!balance) return
    clearFaults()
    const outcome = await maxEstimate.run({
      client,
      account,
      pay,
      receive,
      balance: balance.amount,
      assets: held,
    })
    if (outcome.status === 'failed') showFailure(outcome.error)
    if (outcome.status !== 'done') return
    const { amount: fullAmount, kept } = outcome.value
    const text = formatAmount(fullAmount, pay.decimals, { locale, useGrouping: false })
    modal.update({ ...withoutFeeReserve(route), side: 'pay', amount: text, ...(kept && { kept }) })
    if (fullAmount > 0n) return fullAmount
    showFault({ field: 'pay', is: balance.amount > 0n ? 'not-enough-for-fee' : 'not-enough' })
  }

  return {
    fields: fieldRefs,
    token,
    fault,
    failure,
    isBusy: preparation.state.status === 'running' || maxEstimate.state.status === 'running',
    offer,
    kept: route.kept,
    fieldTextOf(fieldSide) {
      if (fieldSide === side) return typedText
      const quotedSide = offer.quote?.[fieldSide]
      return quotedSide
        ? fieldText(quotedSide.amount, quotedSide.asset.decimals, locale, false)
        : ''
    },
    groupedTextOf(fieldSide) {
      const quotedSide = fieldSide === side ? undefined : offer.quote?.[fieldSide]
      return quotedSide && fieldText(quotedSide.amount, quotedSide.asset.decimals, locale, true)
    },
    amountOf: (fieldSide) =>
      fieldSide === side ? (amount ?? undefined) : offer.quote?.[fieldSide].amount,
    changeAmount(fieldSide, text) {
      clearFaults()
      modal.update({ ...withoutFeeReserve(route), side: fieldSide, amount: text })
    },
    switchSides() {
      if (!receive) return showFault({ field: 'token', is: 'missing' })
      clearFaults()
      modal.update({
        ...withoutFeeReserve(route),
        pay: receive.id,
        receive: pay.id,
        side: side === 'pay' ? 'receive' : 'pay',
      })
    },
    async fillMaxAmount() {
      // The focus is not moved into the field, because the field would then show the end of a long
      // amount.
      await fillMaximum()
    },
    async prepareReview() {
      const foundFault = findSwapFault({
        side,
        amountText: typedText,
        amount,
        hasReceive: receive !== undefined,
        pays: payAmount ?? undefined,
        balance: listedAmount,
        locale,
      })
      if (foundFault) return showFault(foundFault)
      if (!swapRequest) return showFault({ field: 'token', is: 'missing' })
      clearFaults()
      // Max subtracted only a rough fee, so the maximum is computed again.
      const fullAmount = route.kept?.isRough ? await fillMaximum() : swapRequest.amount
      if (fullAmount === undefined) return
      const outcome = await preparation.run({
        client,
        ask: { ...swapRequest, amount: fullAmount },
        approval: 'exact',
        assets: held,
      })
      if (outcome.status === 'failed') return showFailure(outcome.error)
      if (outcome.status === 'done')
        modal.push({ view: 'SwapReview', id: outcome.value.swap.id, draft: outcome.value })
    },
  }
}

function withoutFeeReserve({ kept: _, ...route }: RouteOf<'Swap'>): RouteOf<'Swap'> {
  return route
}

/**
 * Computed amounts are cut to readable length; a tiny amount is shown in full instead of as zero.
 */
function fieldText(amount: bigint, decimals: number, locale: string, useGrouping: boolean): string {
  const text = formatAmount(amount, decimals, {
    locale,
    useGrouping,
    maximumFractionDigits: 6,
  })
  return text.startsWith('<') ? formatAmount(amount, decimals, { locale, useGrouping }) : text
}
