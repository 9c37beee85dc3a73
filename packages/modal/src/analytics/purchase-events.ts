import type { Properties } from '@latchkey/core'
import type { TrackedEvent } from '@latchkey/protocol'
import { chainOf } from '@latchkey/protocol'
import type { Route } from '../contract/route.ts'

/** Counts purchases and deposits that started or ended; the receiver is never sent. */
export function purchaseEvents(
  track: (event: TrackedEvent, properties: Properties) => void,
  before: Route | undefined,
  after: Route,
  isSmartAccount: boolean,
): void {
  if (after.view !== 'BuyInProgress') return
  const { kind, seller, symbol, account } = after.purchase
  const isBegun = before === undefined
  // Found again after a reload: the start was counted before.
  if (isBegun && after.url === undefined) return
  if (kind === 'order') {
    if (isBegun) track('SELECT_BUY_PROVIDER', { provider: seller, isSmartAccount })
    return
  }
  const describePayment = (status: string): Properties => ({
    source: 'fund-from-exchange',
    exchange: { id: seller },
    configuration: { network: chainOf(account), asset: symbol },
    currentPayment: { type: 'exchange', exchangeId: seller, status },
  })
  if (isBegun) {
    track('PAY_EXCHANGE_SELECTED', describePayment('UNKNOWN'))
    track('PAY_INITIATED', describePayment('IN_PROGRESS'))
  } else if (
    before?.view === 'BuyInProgress' &&
    before.end === undefined &&
    after.end !== undefined
  )
    track(
      after.end === 'done' ? 'PAY_SUCCESS' : 'PAY_ERROR',
      describePayment(after.end === 'done' ? 'SUCCESS' : 'FAILED'),
    )
}
