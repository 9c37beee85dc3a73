import type { Asset, Money, PaymentOrder } from '@latchkey/protocol'

/** One way to pay a bill: an asset, its receiver and its amount. */
export interface BillOption {
  readonly asset: Asset
  /** Address, without its chain, of the receiver. */
  readonly to: string
  /** Amount to pay, in base units. */
  readonly amount: bigint
}

/** What is to be paid, checked: an order of the gateway, or what the page asked for by itself. */
export interface Bill {
  /** Id of the order, or of what the page asked for. */
  readonly id: string
  /** The order as the gateway last described it; absent for a payment without an order. */
  readonly order?: PaymentOrder
  /** What is paid for: plain text of one line. */
  readonly title?: string
  /** The merchant's own id: plain text of one line. */
  readonly reference?: string
  /** Price in money from which the amounts were computed. */
  readonly price?: Money
  /** The ways to pay, on chains of the kit; never empty. */
  readonly options: readonly BillOption[]
  /** Time after which a payment is late, in milliseconds since the epoch. */
  readonly expiresAt?: number
  /** Number of confirmations from which a payment without an order counts as settled. */
  readonly needed: number
}

/** What a page asks to be paid without an order, as plain data. */
export interface DirectRequest {
  /** Id by which the payment is found again; the same for the same `reference`. */
  readonly id: string
  readonly assets: readonly Asset[]
  readonly to: string
  /** Base units of the only asset, in decimal; or an amount of `currency`. */
  readonly amount: string
  /** Currency of `amount`, as an ISO 4217 code; absent when it is in base units. */
  readonly currency?: string
  readonly title?: string
  readonly reference?: string
  readonly needed: number
}

/** What is to be paid, before it was read: an order by its id, or what the page asks for. */
export type PayRequest = { readonly order: string } | DirectRequest

/** Id of the order, or of what the page asks for. */
export function requestIdOf(request: PayRequest): string {
  return 'order' in request ? request.order : request.id
}

/**
 * Whether two bills ask for the same: the same ways to pay in the same order, the same text, price
 * and time. What changes while a bill is paid, such as its state, is not compared.
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
