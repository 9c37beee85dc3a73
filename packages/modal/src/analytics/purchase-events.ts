import type { Properties } from '@latchkey/core'
import type { TrackedEvent } from '@latchkey/protocol'
import { chainOf } from '@latchkey/protocol'
import type { Route } from '../contract/route.ts'

/** Counts purchases and deposits that started or ended; the receiver is never sent. */
export function purchaseEvents(
  track: (event: TrackedEvent, properties: Properties) => void,
  previousRoute: Route | undefined,
  currentRoute: Route,
  isSmartAccount: boolean,
): void {
  if (currentRoute.view !== 'BuyInProgress') return
  const { kind, seller, symbol, account } = currentRoute.purchase
  const isNewPurchase = previousRoute === undefined
  // A purchase that was found again after a reload is not counted as started, because its start was
  // counted before the reload.
  if (isNewPurchase && currentRoute.url === undefined) return
  if (kind === 'order') {
    if (isNewPurchase) track('SELECT_BUY_PROVIDER', { provider: seller, isSmartAccount })
    return
  }
  const describePayment = (status: string): Properties => ({
    source: 'fund-from-exchange',
    exchange: { id: seller },
    configuration: { network: chainOf(account), asset: symbol },
    currentPayment: { type: 'exchange', exchangeId: seller, status },
  })
  if (isNewPurchase) {
    track('PAY_EXCHANGE_SELECTED', describePayment('UNKNOWN'))
    track('PAY_INITIATED', describePayment('IN_PROGRESS'))
  } else if (
    previousRoute?.view === 'BuyInProgress' &&
    previousRoute.end === undefined &&
    currentRoute.end !== undefined
  )
    track(
      currentRoute.end === 'done' ? 'PAY_SUCCESS' : 'PAY_ERROR',
      describePayment(currentRoute.end === 'done' ? 'SUCCESS' : 'FAILED'),
    )
}
