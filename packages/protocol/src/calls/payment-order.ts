import { isAssetId } from '../caip/asset-id.ts'
import type { AssetId, ChainId } from '../caip/ids.ts'
import { isChainId } from '../caip/ids.ts'
import type { Money } from '../entities/entity.ts'
import { isFilledText, isListOf, isRecord, isText, numericPattern } from './shape.ts'
import { wholePattern } from './swap-answer.ts'

/**
 * States of an order. `open`: no payment was found. `sent`: payments of the whole amount were
 * found, with too few confirmations. `settled`: the payments have enough confirmations.
 * `underpaid`: the payments together are less than the amount. `late`: a payment came after the
 * order's time was over, and the merchant has to decide about it. `expired`: the order's time is
 * over without a payment. `refunded`: the operator noted a refund.
 */
export const paymentOrderStates = [
  'open',
  'sent',
  'settled',
  'underpaid',
  'late',
  'expired',
  'refunded',
] as const
export type PaymentOrderState = (typeof paymentOrderStates)[number]

/** One way to pay an order: an asset, its receiver and its amount. */
export interface PaymentOption {
  /** CAIP-19 id of the asset: `eip155:1/erc20:0x…`, or `eip155:1/slip44:60` for the coin. */
  readonly asset: AssetId
  /** CAIP-2 id of the asset's chain. */
  readonly chain: ChainId
  /** Address of the merchant, `0x` and 40 hex digits. */
  readonly to: string
  /** Amount in base units, a whole number in decimal. */
  readonly amount: string
  readonly symbol: string
  /** Number of decimal places of the asset. */
  readonly decimals: number
}

/** The payment of an order, as the gateway read it from its own node. */
export interface OrderPayment {
  readonly chain: ChainId
  /** Hash of the transaction; when several transactions pay the order, the hash of the newest. */
  readonly hash: string
  /**
   * Address from which the money came: the sender of the transfer, which may be a smart account.
   */
  readonly from: string
  readonly asset: AssetId
  /** Amount that arrived, in base units; the sum when several transactions pay the order. */
  readonly amount: string
  readonly confirmations: number
  /** Number of confirmations from which the payment counts as settled. */
  readonly needed: number
  /** Time in ISO 8601 when the gateway first found a payment of the order. */
  readonly seenAt: string
  readonly settledAt?: string | undefined
}

/** The operator's note that the money was sent back. The gateway itself moves no money. */
export interface OrderRefund {
  readonly note: string
  /** Hash of the transaction that sent the money back. */
  readonly hash?: string | undefined
  /** Time of the note in ISO 8601. */
  readonly at: string
}

/** An order: the answer of `GET /v1/orders/{id}`. */
export interface PaymentOrder {
  /** Id of the order: 32 lower-case hex digits, which nobody can guess. */
  readonly id: string
  readonly state: PaymentOrderState
  /** What the visitor buys, shown to the visitor. */
  readonly title?: string | undefined
  /** The merchant's own id of the order. */
  readonly reference?: string | undefined
  /** Price in money from which the amounts of the ways to pay were computed. */
  readonly price?: Money | undefined
  readonly accepts: readonly PaymentOption[]
  /** Time when the order was made, in ISO 8601. */
  readonly createdAt: string
  /** Time in ISO 8601 after which a payment counts as `late`. */
  readonly expiresAt: string
  readonly payment?: OrderPayment | undefined
  readonly refund?: OrderRefund | undefined
}

/** Body of a webhook call: the order after a change. */
export interface OrderEvent {
  /** Id of the event, 32 lower-case hex digits; the same on every attempt to deliver it. */
  readonly id: string
  /** Time of the change in ISO 8601. */
  readonly at: string
  readonly order: PaymentOrder
}

/** Pattern of the id of an order or of an event: 16 bytes in lower-case hex. */
export const orderIdPattern: RegExp = /^[\da-f]{32}$/
/** Pattern of an EVM address, in any case. */
export const evmAddressPattern: RegExp = /^0x[\da-fA-F]{40}$/
/** Pattern of a transaction hash, in any case. */
export const evmHashPattern: RegExp = /^0x[\da-fA-F]{64}$/
/** Maximum number of ways to pay one order. */
export const maxPaymentOptions = 20
/** Maximum lengths of an order's texts, in UTF-16 code units. */
export const orderTextLimits = { title: 80, reference: 128, refundNote: 500 } as const

const isMatch = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)
const isDateText = (value: unknown): value is string =>
  isText(value) && Number.isFinite(Date.parse(value))
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
const isMissingOr = (value: unknown, isValue: (value: unknown) => boolean): boolean =>
  value === undefined || isValue(value)

function isPaymentOption(value: unknown): value is PaymentOption {
  return (
    isRecord(value) &&
    isAssetId(value.asset) &&
    isChainId(value.chain) &&
    value.asset.startsWith(`${value.chain}/`) &&
    isMatch(value.to, evmAddressPattern) &&
    isMatch(value.amount, wholePattern) &&
    isFilledText(value.symbol) &&
    isCount(value.decimals) &&
    value.decimals <= 36
  )
}

function isPayment(value: unknown): boolean {
  return (
    isRecord(value) &&
    isChainId(value.chain) &&
    isMatch(value.hash, evmHashPattern) &&
    isMatch(value.from, evmAddressPattern) &&
    isAssetId(value.asset) &&
    isMatch(value.amount, wholePattern) &&
    isCount(value.confirmations) &&
    isCount(value.needed) &&
    isDateText(value.seenAt) &&
    isMissingOr(value.settledAt, isDateText)
  )
}

const isRefund = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.note, orderTextLimits.refundNote) &&
  isMissingOr(value.hash, (hash) => isMatch(hash, evmHashPattern)) &&
  isDateText(value.at)

const isPrice = (value: unknown): boolean =>
  isRecord(value) && isMatch(value.amount, numericPattern) && isFilledText(value.currency)

/** Whether `value` is an order: the answer of the calls under `/v1/orders`. */
export function isPaymentOrder(value: unknown): value is PaymentOrder {
  return (
    isRecord(value) &&
    isMatch(value.id, orderIdPattern) &&
    (paymentOrderStates as readonly unknown[]).includes(value.state) &&
    isMissingOr(value.title, (title) => isFilledText(title, orderTextLimits.title)) &&
    isMissingOr(value.reference, (text) => isFilledText(text, orderTextLimits.reference)) &&
    isMissingOr(value.price, isPrice) &&
    isListOf(value.accepts, maxPaymentOptions, isPaymentOption) &&
    value.accepts.length > 0 &&
    isDateText(value.createdAt) &&
    isDateText(value.expiresAt) &&
    isMissingOr(value.payment, isPayment) &&
    isMissingOr(value.refund, isRefund)
  )
}

/** Whether `value` is the body of a webhook call about an order. */
export function isOrderEvent(value: unknown): value is OrderEvent {
  return (
    isRecord(value) &&
    isMatch(value.id, orderIdPattern) &&
    isDateText(value.at) &&
    isPaymentOrder(value.order)
  )
}
