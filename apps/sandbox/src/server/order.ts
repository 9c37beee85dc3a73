import type { Money, OrderStatus } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** A signed transaction, stored before it is sent so that it is never signed twice. */
export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
  readonly nonce: number
}

/** An order to deliver: bought by card, or paid out by the exchange. */
export interface Order {
  readonly id: string
  readonly kind: 'card' | 'exchange'
  readonly status: OrderStatus
  /** Whether the bank or exchange requires a second confirmation. */
  readonly isConfirming: boolean
  /** Whether the exchange's test user has logged in. */
  readonly isKnown: boolean
  /** CAIP-19 id of the asset that is delivered. */
  readonly asset: string
  /** Amount in base units as decimal text, because JSON has no bigint. */
  readonly units: string
  /** Address of the receiver, without a chain. */
  readonly wallet: string
  readonly purchaseAmount: Money
  readonly paymentTotal?: Money
  readonly fees?: readonly { readonly name: string; readonly money: Money }[]
  readonly returnUrl?: string
  /** When the order was created, in milliseconds since the epoch. */
  readonly createdAt: number
  readonly touchedAt: number
  /** When the payment by a slow card counts as made; milliseconds since the epoch. */
  readonly paidAt?: number
  readonly signed?: SignedTransaction
}

/** An event of an order; each event is one line of the journal. */
export type OrderEvent =
  | { readonly type: 'created'; readonly order: Order }
  | { readonly type: 'opened' }
  | { readonly type: 'known' }
  | { readonly type: 'confirming' }
  | { readonly type: 'pending'; readonly paidAt: number }
  | { readonly type: 'paid' }
  | { readonly type: 'declined' }
  | { readonly type: 'abandoned' }
  | { readonly type: 'signed'; readonly signed: SignedTransaction }
  | { readonly type: 'delivered' }
  | { readonly type: 'failed' }

/** Whether an order still waits for an action of the visitor. */
export function isOpen({ status }: Order): boolean {
  return status === 'created' || status === 'paying'
}

/**
 * Applies an event to an order. An event that does not fit the order's state, such as a second
 * click, changes nothing.
 */
export function applyEvent(order: Order, event: OrderEvent, time: number): Order {
  const changeOrder = (changes: Partial<Order>): Order => ({
    ...order,
    ...changes,
    touchedAt: time,
  })
  const { status } = order
  switch (event.type) {
    case 'opened':
      return status === 'created' ? changeOrder({ status: 'paying' }) : order
    case 'known':
      return isOpen(order) ? changeOrder({ status: 'paying', isKnown: true }) : order
    case 'confirming':
      return isOpen(order) && !order.isConfirming
        ? changeOrder({ status: 'paying', isConfirming: true })
        : order
    case 'pending':
      return isOpen(order) ? changeOrder({ status: 'pending', paidAt: event.paidAt }) : order
    case 'paid':
      return isOpen(order) || status === 'pending' ? changeOrder({ status: 'delivering' }) : order
    case 'declined':
      return isOpen(order) ? changeOrder({ status: 'declined', isConfirming: false }) : order
    case 'abandoned':
      return isOpen(order) ? changeOrder({ status: 'abandoned', isConfirming: false }) : order
    case 'signed':
      return status === 'delivering' ? changeOrder({ signed: event.signed }) : order
    case 'delivered':
      return status === 'delivering' && order.signed ? changeOrder({ status: 'done' }) : order
    case 'failed':
      return status === 'delivering' ? changeOrder({ status: 'failed' }) : order
    default:
      return order
  }
}
