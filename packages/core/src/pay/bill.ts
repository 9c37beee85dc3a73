import type { Asset, Money, PaymentOrder } from '@latchkey/protocol'

/** One way to pay a bill: an asset, the receiver and the amount. */
export interface BillOption {
  readonly asset: Asset
  /** Plain address (no CAIP-10 id) of the receiver. */
  readonly to: string
  /** Amount to pay, in base units. */
  readonly amount: bigint
}

/**
 * A checked request for payment: an order of the gateway, or a payment that the page asks for
 * without an order.
 */
export interface Bill {
  /** Id of the order, or the id of a payment without an order. */
  readonly id: string
  /** The order as the gateway last described it; absent for a payment without an order. */
  readonly order?: PaymentOrder
  /** What the visitor buys: plain text of one line. */
  readonly title?: string
  /** The merchant's own id of the payment: plain text of one line. */
  readonly reference?: string
  /** Price in money from which the amounts of the options were computed. */
  readonly price?: Money
  /** The ways to pay, on chains that the kit has; never empty. */
  readonly options: readonly BillOption[]
  /** Time after which a payment is late, in milliseconds since the epoch. */
  readonly expiresAt?: number
  /** Number of confirmations from which a payment without an order counts as settled. */
  readonly needed: number
}

/** A payment that a page asks for without an order, checked and as plain data. */
export interface DirectRequest {
  /** Id by which the payment is found again; the same `reference` always gives the same id. */
  readonly id: string
  readonly assets: readonly Asset[]
  readonly to: string
  /**
   * Amount as a decimal: of `currency` where that is given, otherwise in base units of the only
   * asset.
   */
  readonly amount: string
  /** Currency of `amount`, as an ISO 4217 code; absent when it is in base units. */
  readonly currency?: string
  readonly title?: string
  readonly reference?: string
  readonly needed: number
}

/**
 * A payment that a page asks for, before chain and gateway are read: an order by its id, or a
 * payment without an order.
 */
export type PayRequest = { readonly order: string } | DirectRequest

/** Returns the id of the order, or the id of the payment without an order. */
export function requestIdOf(request: PayRequest): string {
  return 'order' in request ? request.order : request.id
}

/**
 * Returns whether two bills have the same ways to pay in the same order, the same texts, the same
 * price and the same time. Fields that change while a bill is paid, such as its state, are not
 * compared.
 */
export function isSameBill(a: Bill, b: Bill): boolean {
  return termsOf(a) === termsOf(b)
}

function termsOf({ id, title, reference, price, options, expiresAt }: Bill): string {
  const optionTerms = options.map(({ asset, to, amount }) => [
    asset.id.toLowerCase(),
    asset.symbol,
    asset.decimals,
    to.toLowerCase(),
    `${amount}`,
  ])
  return JSON.stringify([
    id,
    title,
    reference,
    price?.amount,
    price?.currency,
    optionTerms,
    expiresAt,
  ])
}
