import { type BuyQuote, isPhone, type Kit } from '@latchkey/core'
import {
  type AccountId,
  addressOf,
  chainOf,
  debounceMs,
  type ErrorCode,
  hasCode,
  type OnrampProvider,
} from '@latchkey/protocol'
import { useStartOnramp } from '@latchkey/react'
import { useOnrampOptions, useOnrampQuote } from '@latchkey/react/queries'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Purchase } from '../../contract/purchase.ts'
import type { RouteOf } from '../../contract/route.ts'
import type { ViewModal } from '../../contract/view.ts'
import { keepPurchase } from '../../shared/purchases.ts'
import { type BuyFault, readPayment } from './buy-fault.ts'
import { type Choices, chooseOptions, startAmount } from './choose-options.ts'
import { navigatePopup, openingMode, openWindow, pageToReturnTo } from './open-window.ts'

export interface BuyFormParameters {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly route: RouteOf<'OnRampProviders'>
  readonly account: AccountId
  readonly seller: OnrampProvider
  readonly locale: string
  /** Text of the popup until the seller's page is loaded. */
  readonly openingText: string
}

type Change = {
  readonly [K in Exclude<keyof RouteOf<'OnRampProviders'>, 'view'>]?: string | undefined
}

export interface BuyForm {
  readonly field: RefObject<HTMLInputElement | null>
  /** The amount of money as typed. */
  readonly text: string
  readonly choices: Choices | undefined
  /** Whether the seller sells nothing on the account's chain. */
  readonly isEmpty: boolean
  readonly isDefault: boolean
  /** Fault of the amount, shown once the visitor tried to continue. */
  readonly fault: BuyFault | null
  readonly failure: ErrorCode | null
  readonly quote: BuyQuote | null | undefined
  readonly isAsking: boolean
  /** Whether there is no valid amount to ask a quote for. */
  readonly isFaulty: boolean
  readonly isBusy: boolean
  readonly changeFields: (change: Change) => void
  readonly startPurchase: () => Promise<void>
}

/** State and actions of the Buy view; the draft itself is in the route. */
export function useBuyForm(parameters: BuyFormParameters): BuyForm {
  const { kit, modal, route, account, seller, locale, openingText } = parameters
  const chain = chainOf(account)
  const field = useRef<HTMLInputElement>(null)
  const [isPressed, setPressed] = useState(false)
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  const options = useOnrampOptions({ chain, provider: seller.serviceProvider })
  // While the options of another seller are loading, the form shows those of the last seller,
  // because it contains the focus and must not disappear.
  const latestOptions = useLatestDefined(options.data)
  const choices = latestOptions && chooseOptions(latestOptions, route, nativeSymbol(kit, chain))
  const text = route.amount ?? (choices ? startAmount(choices, locale) : '')
  const paymentInput =
    choices && readPayment(text, { places: choices.places, locale, limits: choices.method })
  const amount = paymentInput && 'amount' in paymentInput ? paymentInput.amount : undefined
  const debouncedAmount = useDebouncedValue(amount)
  const quoteRequest = choices &&
    options.data && {
      provider: seller.serviceProvider,
      chain,
      purchaseCurrency: choices.asset.symbol,
      paymentCurrency: choices.currency.id,
      paymentMethod: choices.method?.id,
    }
  const quote = useOnrampQuote({
    ...(quoteRequest ?? { provider: '', chain, purchaseCurrency: '', paymentCurrency: '' }),
    amount: quoteRequest && debouncedAmount === amount ? amount : undefined,
    refetchIntervalMs: 10_000,
  })
  const startOnramp = useStartOnramp()
  const fault = paymentInput && 'is' in paymentInput ? paymentInput : null

  return {
    field,
    text,
    choices,
    isEmpty: options.data !== undefined && choices === undefined,
    isDefault: options.data?.isDefault ?? false,
    // An amount outside the limits is reported at once; an empty or invalid field only when the
    // visitor tries to continue.
    fault:
      fault && (isPressed || fault.is === 'too-little' || fault.is === 'too-much') ? fault : null,
    failure: failure ?? (quote.error && hasCode(quote.error) ? quote.error.code : null),
    quote: quote.data,
    isFaulty: fault !== null,
    isAsking:
      amount !== undefined && (!quoteRequest || debouncedAmount !== amount || quote.isPending),
    isBusy: startOnramp.state.status === 'running',
    changeFields(change) {
      setPressed(false)
      setFailure(null)
      const changedFields = Object.entries({ ...route, amount: text, ...change }).filter(
        ([, value]) => value !== undefined,
      )
      modal.update(Object.fromEntries(changedFields) as typeof route)
    },
    async startPurchase() {
      if (startOnramp.state.status === 'running' || !options.data) return
      if (!quoteRequest || amount === undefined) {
        setPressed(true)
        field.current?.focus()
        return
      }
      setFailure(null)
      const leavesPage = openingMode(isPhone()) === 'redirect'
      // The seller's popup is opened during the click, because the browser would block it later.
      const popup = leavesPage ? null : openWindow(kit, openingText)
      const outcome = await startOnramp.run({
        ...quoteRequest,
        amount,
        wallet: addressOf(account),
        ...(leavesPage && { returnUrl: pageToReturnTo() }),
      })
      if (outcome.status !== 'done') {
        popup?.close()
        if (outcome.status === 'failed')
          setFailure(hasCode(outcome.error) ? outcome.error.code : 'unknown')
        return
      }
      const { url, orderId = '' } = outcome.value
      const purchase: Purchase = {
        id: orderId,
        kind: 'order',
        seller: seller.serviceProvider,
        name: seller.name,
        isSandbox: seller.isSandbox === true,
        symbol: quoteRequest.purchaseCurrency,
        account,
        startedAt: Date.now(),
      }
      if (orderId) keepPurchase(kit, leavesPage ? { ...purchase, leftAt: Date.now() } : purchase)
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

/** Returns `value`, or its last defined value while it is undefined. */
function useLatestDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Returns a value once it has not changed for a while; the initial value is returned at once. */
function useDebouncedValue<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

function nativeSymbol(kit: Kit, chain: string): string | undefined {
  return kit.chains.find(({ id }) => id === chain)?.nativeCurrency.symbol
}
