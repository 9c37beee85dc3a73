import type { PaymentOrder } from '../calls/payment-order.ts'

/** One transaction that pays an order, with the fields that the operator sees. */
export interface OperatorPayment {
  readonly chain: string
  readonly hash: string
  readonly from: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  /** Amount that arrived, in base units. */
  readonly amount: string
  readonly block: number
  /** Time of the block, in milliseconds since the epoch. */
  readonly minedAt: number
  readonly isConfirmed: boolean
}

/** One change of an order, of which the project's webhook is notified. */
export interface OperatorOrderEvent {
  readonly id: string
  /** Time of the change, in milliseconds since the epoch, like all times here. */
  readonly at: number
  /** Number of attempts to call the webhook so far. */
  readonly tries: number
  /** Time of the next attempt; null when there will be no further attempt. */
  readonly dueAt: number | null
  readonly deliveredAt: number | null
  /**
   * Result of the newest attempt: the HTTP status, or a description of the failure; null before the
   * first attempt.
   */
  readonly lastResult: string | null
}

/**
 * Answer of `GET /operator/v1/projects/{id}/orders/{order}`: an order with its payments and events.
 */
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

/**
 * Answer of `GET /operator/v1/projects/{id}/webhook`; null means that the project has no webhook.
 */
export interface OperatorWebhook {
  readonly url: string | null
  readonly changedAt: number | null
}

/**
 * Answer of `PUT /operator/v1/projects/{id}/webhook`. `secret` is present only when this call made
 * it, and cannot be read later.
 */
export interface OperatorWebhookSet extends OperatorWebhook {
  readonly secret?: string | undefined
}
