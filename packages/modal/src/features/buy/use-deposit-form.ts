import { isPhone, type Kit, parseAmount } from '@latchkey/core'
import {
  type AccountId,
  type Asset,
  type ErrorCode,
  type Exchange,
  hasCode,
} from '@latchkey/protocol'
import { useStartExchange } from '@latchkey/react'
import { type RefObject, useRef, useState } from 'react'
import type { Purchase } from '../../contract/purchase.ts'
import type { RouteOf } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { type AmountFault, amountFault } from '../../shared/amount-fault.ts'
import { keepPurchase } from '../../shared/purchases.ts'
import { navigatePopup, openingMode, openWindow, pageToReturnTo } from './open-window.ts'

type Route = RouteOf<'PayWithExchange'>

export interface DepositForm {
  readonly field: RefObject<HTMLInputElement | null>
  readonly fault: 'missing' | AmountFault | undefined
  readonly failure: ErrorCode | null
  readonly isBusy: boolean
  readonly changeFields: (change: Partial<Route>) => void
  readonly startDeposit: () => Promise<void>
}

/** State and actions of the deposit view; the draft itself is in the route. */
export function useDepositForm(parameters: {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly route: Route
  readonly account: AccountId
  readonly asset: Asset
  readonly exchange: Exchange | undefined
  readonly locale: string
  readonly openingText: string
}): DepositForm {
  const { kit, modal, route, account, asset, exchange, locale, openingText } = parameters
  const field = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<'missing' | AmountFault>()
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  const startExchange = useStartExchange()
  return {
    field,
    fault,
    failure,
    isBusy: startExchange.state.status === 'running',
    changeFields(change) {
      setFault(undefined)
      setFailure(null)
      modal.update({ ...route, ...change })
    },
    async startDeposit() {
      if (startExchange.state.status === 'running' || !exchange) return
      const text = route.amount ?? ''
      const amount = text.trim() === '' ? 0n : parseAmount(text, asset.decimals, locale)
      if (!amount) {
        setFault(amount === null ? amountFault(text, locale) : 'missing')
        field.current?.focus()
        return
      }
      setFailure(null)
      const leavesPage = openingMode(isPhone()) === 'redirect'
      const popup = leavesPage ? null : openWindow(kit, openingText)
      const outcome = await startExchange.run({
        exchange: exchange.id,
        asset,
        amount,
        recipient: account,
        ...(leavesPage && { returnUrl: pageToReturnTo() }),
      })
      if (outcome.status !== 'done') {
        popup?.close()
        if (outcome.status === 'failed')
          setFailure(hasCode(outcome.error) ? outcome.error.code : 'unknown')
        return
      }
      const { url, session } = outcome.value
      const purchase: Purchase = {
        id: session,
        kind: 'deposit',
        seller: exchange.id,
        name: exchange.name,
        isSandbox: exchange.isSandbox === true,
        symbol: asset.symbol,
        account,
        startedAt: Date.now(),
      }
      keepPurchase(kit, leavesPage ? { ...purchase, leftAt: Date.now() } : purchase)
      if (leavesPage) location.assign(url)
      const hasOpenedSellerPage = leavesPage || navigatePopup(popup, url)
      modal.push({
        view: 'BuyInProgress',
        purchase,
        url,
        ...(!hasOpenedSellerPage && { window: 'blocked' as const }),
      })
    },
  }
}
