import type { PaymentOrder } from '../calls/payment-order.ts'

/** One transaction that pays an order, for the operator. */
export interface OperatorPayment {
  readonly chain: string
  readonly hash: string
  readonly from: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  /** What arrived, in base units. */
  readonly amount: string
  readonly block: number
  /** Time of the block, in milliseconds since the epoch. */
  readonly minedAt: number
  readonly isConfirmed: boolean
}

/** One change of an order that the project's webhook is told. */
export interface OperatorOrderEvent {
  readonly id: string
  /** Times in milliseconds since the epoch. */
  readonly at: number
  /** Number of attempts so far. */
  readonly tries: number
  /** Time of the next attempt; null when none follows. */
  readonly dueAt: number | null
  readonly deliveredAt: number | null
  /** HTTP status of the newest attempt, or what went wrong; null before the first. */
  readonly lastResult: string | null
}

/** Answer of `GET /operator/v1/projects/{id}/orders/{order}`: an order with its history. */
export interface OperatorOrder {
  readonly order: PaymentOrder
  readonly payments: readonly OperatorPayment[]
  readonly events: readonly OperatorOrderEvent[]
}

/** Answer of `GET /operator/v1/projects/{id}/orders`: orders, newest first. */
export interface OrdersPage {
  readonly orders: readonly PaymentOrder[]
  /** Number of orders on all pages together. */
  readonly total: number
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
  /** Whether the gateway's configuration turns orders on. */
  readonly isEnabled: boolean
}

/** One secret of a project in the answer of `GET /operator/v1/projects/{id}/secrets`. */
export interface OperatorSecret {
  readonly id: string
  readonly label: string
  readonly madeAt: number
  readonly usedAt: number | null
  readonly revokedAt: number | null
}

/**
 * Answer of `POST /operator/v1/projects/{id}/secrets`; only this answer contains the secret itself.
 */
export interface OperatorSecretMade extends OperatorSecret {
  readonly secret: string
}

/** Answer of `GET /operator/v1/projects/{id}/webhook`; null means that none is set. */
export interface OperatorWebhook {
  readonly url: string | null
  readonly changedAt: number | null
}

/**
 * Answer of `PUT /operator/v1/projects/{id}/webhook`; `secret` is there only when it was made by
 * this call, and is never told again.
 */
export interface OperatorWebhookSet extends OperatorWebhook {
  readonly secret?: string | undefined
}
