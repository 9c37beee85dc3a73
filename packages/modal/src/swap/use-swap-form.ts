import { type Balance, formatAmount, parseAmount, type SwapAsset, type SwapSide } from '@latchkey/core'
import { type AccountId, type Asset, type ErrorCode, hasCode } from '@latchkey/protocol'
import { useAction } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { RouteOf } from '../route.ts'
import type { ViewModal } from '../view.ts'
import { estimateMax } from '../views/send/estimate-max.ts'
import { prepareOffer } from './prepare-offer.ts'
import { faultOfCode, findSwapFault, isTooMuch, type SwapFault } from './swap-fault.ts'
import { type Ask, type Offer, useOffer } from './use-offer.ts'

/** What a swap costs at most, in transfers of the coin: two pools and what tokens do on their own. */
const transfersOfSwap = 15n

export interface SwapForm {
  readonly fields: Readonly<Record<SwapSide, RefObject<HTMLInputElement | null>>>
  readonly token: RefObject<HTMLButtonElement | null>
  readonly fault: SwapFault | null
  /** A failure that belongs to no field. */
  readonly failure: ErrorCode | null
  readonly isBusy: boolean
  readonly offer: Offer
  readonly textOf: (side: SwapSide) => string
  /** Base units, as far as is known. */
  readonly amountOf: (side: SwapSide) => bigint | undefined
  readonly type: (side: SwapSide, amount: string) => void
  readonly reverse: () => void
  readonly fill: () => Promise<void>
  readonly review: () => Promise<void>
}

/** What the Swap view knows and does; the draft itself is the route's. */
export function useSwapForm(parameters: {
  readonly modal: ViewModal
  readonly route: RouteOf<'Swap'>
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset | undefined
  readonly balance: Balance | undefined
  /** All the account is known to hold. */
  readonly held: readonly Asset[] | undefined
  readonly locale: string
}): SwapForm {
  const { modal, route, account, pay, receive, balance, held, locale } = parameters
  const side = route.side ?? 'pay'
  const typed = route.amount ?? ''
  const asset = side === 'pay' ? pay : receive
  const amount = typed.trim() === '' || !asset ? null : parseAmount(typed, asset.decimals, locale)
  const client = useQueryClient()
  const [missed, setMissed] = useState<SwapFault | null>(null)
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  const fields = { pay: useRef<HTMLInputElement>(null), receive: useRef<HTMLInputElement>(null) }
  const token = useRef<HTMLButtonElement>(null)
  const prepare = useAction(prepareOffer, { abortsOnUnmount: true })
  const max = useAction(estimateMax, { abortsOnUnmount: true })
  const ask = useMemo<Ask | undefined>(
    () => (receive && amount !== null && amount > 0n ? { account, pay, receive, amount, side } : undefined),
    [account, pay, receive, amount, side],
  )
  const offer = useOffer(ask)
  const pays = side === 'pay' ? amount : offer.follows === 'now' ? offer.quote?.pay.amount : undefined
  const isShort = isTooMuch(pays, balance?.amount)
  const fault = missed ?? (isShort ? ({ field: 'pay', is: 'not-enough' } as const) : null)

  function clear(): void {
    setMissed(null)
    setFailure(null)
    prepare.cancel()
  }
  function show(next: SwapFault): void {
    setMissed(next)
    const field = next.field === 'token' ? token : fields[next.field]
    field.current?.focus()
  }
  function fail(error: unknown): void {
    const code: ErrorCode = hasCode(error) ? error.code : 'unknown'
    const found = faultOfCode(code)
    if (found) show(found)
    else if (code !== 'aborted') setFailure(code)
  }

  return {
    fields,
    token,
    fault,
    failure,
    isBusy: prepare.state.status === 'running' || max.state.status === 'running',
    offer,
    textOf(of) {
      if (of === side) return typed
      const shown = offer.quote?.[of]
      return shown ? fieldText(shown.amount, shown.asset.decimals, locale) : ''
    },
    amountOf: (of) => (of === side ? (amount ?? undefined) : offer.quote?.[of].amount),
    type(of, text) {
      clear()
      modal.update({ ...route, side: of, amount: text })
    },
    reverse() {
      if (!receive) return show({ field: 'token', is: 'missing' })
      clear()
      modal.update({ ...route, pay: receive.id, receive: pay.id, side: side === 'pay' ? 'receive' : 'pay' })
    },
    async fill() {
      if (!balance) return
      clear()
      const outcome = await max.run({ from: account, asset: pay, balance: balance.amount, times: transfersOfSwap })
      if (outcome.status === 'failed') return fail(outcome.error)
      if (outcome.status !== 'done') return
      const text = formatAmount(outcome.value, pay.decimals, { locale, useGrouping: false })
      modal.update({ ...route, side: 'pay', amount: text })
      if (outcome.value === 0n) show({ field: 'pay', is: balance.amount > 0n ? 'not-enough-for-fee' : 'not-enough' })
      else fields.pay.current?.focus()
    },
    async review() {
      const found = findSwapFault({
        side,
        amountText: typed,
        amount,
        hasReceive: receive !== undefined,
        pays: pays ?? undefined,
        balance: balance?.amount,
      })
      if (found) return show(found)
      if (!ask) return show({ field: 'token', is: 'missing' })
      clear()
      const outcome = await prepare.run({ client, ask, approval: 'exact', assets: held })
      if (outcome.status === 'failed') return fail(outcome.error)
      if (outcome.status === 'done') modal.push({ view: 'SwapReview', id: outcome.value.swap.id, draft: outcome.value })
    },
  }
}

/** Figures that follow are cut to what can be read; a dust of something is shown whole rather than as nothing. */
function fieldText(amount: bigint, decimals: number, locale: string): string {
  const text = formatAmount(amount, decimals, { locale, useGrouping: false, maximumFractionDigits: 6 })
  return text.startsWith('<') ? formatAmount(amount, decimals, { locale, useGrouping: false }) : text
}
