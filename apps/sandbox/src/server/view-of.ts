import type { Money } from '@latchkey/protocol'
import { testCards } from './card.ts'
import type { Order } from './order.ts'
import { testUser } from './order-desk.ts'

/** The fields of an order that the page shows. */
export interface OrderView {
  readonly kind: Order['kind']
  readonly status: Order['status']
  readonly isConfirming: boolean
  readonly isKnown: boolean
  readonly purchaseAmount: Money
  readonly paymentTotal?: Money
  readonly fees: readonly { readonly name: string; readonly money: Money }[]
  readonly wallet: string
  readonly returnUrl?: string
  readonly hash?: string
  readonly cards: readonly { readonly number: string; readonly says: string }[]
  readonly user: { readonly name: string; readonly password: string }
}

export function orderViewOf({
  kind,
  status,
  isConfirming,
  isKnown,
  purchaseAmount,
  wallet,
  ...order
}: Order): OrderView {
  const { fees = [], paymentTotal, returnUrl, signed } = order
  return {
    kind,
    status,
    isConfirming,
    isKnown,
    purchaseAmount,
    fees,
    wallet,
    user: testUser,
    cards: testCards.map(({ number, says }) => ({ number, says })),
    ...(paymentTotal && { paymentTotal }),
    ...(returnUrl === undefined ? {} : { returnUrl }),
    ...(status === 'done' && signed ? { hash: signed.hash } : {}),
  }
}
