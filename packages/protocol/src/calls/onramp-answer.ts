import type { ChainId } from '../caip/ids.ts'
import { isChainId } from '../caip/ids.ts'
import type { Money, OnrampNetwork, OnrampOptions, OnrampQuote } from '../entities/entity.ts'
import { answerLimits } from './limit.ts'
import {
  isAbsentOr,
  isFilledText,
  isFiniteNumber,
  isImageAddress,
  isLink,
  isListOf,
  isRecord,
  isText,
  numericPattern,
} from './shape.ts'

/** A provider (on-ramp) that sells coins for money. */
export interface OnrampProvider {
  /** Id of the provider, to be used in requests. */
  readonly serviceProvider: string
  readonly name: string
  readonly categories: readonly string[]
  readonly status?: string | null
  readonly websiteUrl?: string | null
  readonly logos?: { readonly light?: string | null; readonly dark?: string | null } | null
  /**
   * An addition of Latchkey to the gateway's protocol: the provider's lowest and highest fee, in
   * percent.
   */
  readonly feePercent?: readonly [number, number] | null
  /** An addition of Latchkey to the gateway's protocol: chains on which the provider delivers. */
  readonly chains?: readonly ChainId[] | null
  /**
   * An addition of Latchkey to the gateway's protocol: whether payments are only simulated; every
   * view must then say so.
   */
  readonly isSandbox?: boolean | null
}

/** A quote for buying coins, or an estimate that is marked as such. */
export interface OnrampQuoteAnswer extends OnrampQuote {
  /** An addition of Latchkey to the gateway's protocol: the provider's fee. */
  readonly providerFee?: Money | null
  /**
   * An addition of Latchkey to the gateway's protocol: whether this is only an estimate from market
   * prices, which no provider has offered.
   */
  readonly isEstimate?: boolean | null
}

/** Answer with the address of a provider's payment page. */
export interface OnrampUrlAnswer {
  readonly url: string
  /**
   * An addition of Latchkey to the gateway's protocol: id by which the order's state can be read;
   * absent when the provider does not report the state.
   */
  readonly orderId?: string | null
}

/** States of an order for coins; `declined`, `abandoned`, `failed` and `done` are final. */
export const orderStatuses = [
  'created',
  'paying',
  'pending',
  'delivering',
  'done',
  'declined',
  'abandoned',
  'failed',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Answer of Latchkey's own call `GET /v1/onramp/orders/{id}`. */
export interface OrderAnswer {
  readonly id: string
  readonly status: OrderStatus
  /** Hash of the transaction that delivered the coins. */
  readonly hash?: string | null
  readonly chainId?: ChainId | null
  readonly purchaseAmount?: Money | null
  readonly paymentTotal?: Money | null
}

/** One exchange from which a visitor can deposit coins. */
export interface Exchange {
  readonly id: string
  readonly name: string
  readonly imageUrl?: string | null
  /** An addition of Latchkey to the gateway's protocol: whether payments are only simulated. */
  readonly isSandbox?: boolean | null
}
/** Result of the JSON-RPC method `reown_getExchanges`. */
export interface ExchangesResult {
  readonly exchanges: readonly Exchange[]
  readonly total: number
}
/** Result of the JSON-RPC method `reown_getExchangePayUrl`. */
export interface ExchangeUrlResult {
  readonly url: string
  readonly sessionId: string
}
/** Result of the JSON-RPC method `reown_getExchangeBuyStatus`. */
export interface ExchangeStatusResult {
  readonly status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  readonly txHash?: string | null
}

const isBoundedText = (value: unknown): value is string => isText(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isChainIdList = (value: unknown): value is readonly ChainId[] =>
  isListOf(value, answerLimits.chains, isChainId)
const isMoney = (value: unknown): value is Money =>
  isRecord(value) &&
  typeof value.amount === 'string' &&
  numericPattern.test(value.amount) &&
  isFilledText(value.currency)
const isLimit = (value: unknown): value is { id: string; min: string; max: string } =>
  isRecord(value) &&
  isFilledText(value.id) &&
  [value.min, value.max].every((side) => typeof side === 'string' && numericPattern.test(side))
const isNetwork = (value: unknown): value is OnrampNetwork =>
  isRecord(value) &&
  isText(value.name) &&
  isText(value.display_name) &&
  isText(value.chain_id) &&
  isText(value.contract_address)
const isPurchase = (value: unknown): value is OnrampOptions['purchaseCurrencies'][number] =>
  isRecord(value) &&
  isFilledText(value.id) &&
  isText(value.name) &&
  isFilledText(value.symbol) &&
  isListOf(value.networks, answerLimits.chains, isNetwork)
const isPayment = (value: unknown): value is OnrampOptions['paymentCurrencies'][number] =>
  isRecord(value) &&
  isFilledText(value.id) &&
  isListOf(value.payment_method_limits, answerLimits.features, isLimit)

/** Whether `value` is an answer of the call for purchase options. */
export function isOnrampOptions(value: unknown): value is OnrampOptions {
  return (
    isRecord(value) &&
    isListOf(value.purchaseCurrencies, answerLimits.balances, isPurchase) &&
    isListOf(value.paymentCurrencies, answerLimits.balances, isPayment)
  )
}

/** Whether `value` is an answer of the call for a quote to buy coins. */
export function isOnrampQuoteAnswer(value: unknown): value is OnrampQuoteAnswer {
  return (
    isRecord(value) &&
    [value.networkFee, value.paymentSubtotal, value.paymentTotal, value.purchaseAmount].every(
      isMoney,
    ) &&
    isFilledText(value.quoteId) &&
    isAbsentOr(value.providerFee, isMoney) &&
    isAbsentOr(value.isEstimate, isBoolean)
  )
}

/**
 * Whether `value` is an answer with the address of a payment page; the address must be that of a
 * web page.
 */
export function isOnrampUrlAnswer(value: unknown): value is OnrampUrlAnswer {
  return isRecord(value) && isPageUrl(value.url) && isAbsentOr(value.orderId, isBoundedText)
}

/** Whether `value` is an answer of the call for an order's state. */
export function isOrderAnswer(value: unknown): value is OrderAnswer {
  return (
    isRecord(value) &&
    isFilledText(value.id) &&
    (orderStatuses as readonly unknown[]).includes(value.status) &&
    isAbsentOr(value.hash, isBoundedText) &&
    isAbsentOr(value.chainId, isChainId) &&
    isAbsentOr(value.purchaseAmount, isMoney) &&
    isAbsentOr(value.paymentTotal, isMoney)
  )
}

const isLogoSet = (value: unknown): value is NonNullable<OnrampProvider['logos']> =>
  isRecord(value) &&
  isAbsentOr(value.light, isImageAddress) &&
  isAbsentOr(value.dark, isImageAddress)
const isRange = (value: unknown): value is readonly [number, number] =>
  isListOf(value, 2, isFiniteNumber) && value.length === 2

/** Whether `value` is one of the providers in the answer of `GET /v1/onramp/providers`. */
export function isOnrampProvider(value: unknown): value is OnrampProvider {
  return (
    isRecord(value) &&
    isFilledText(value.serviceProvider) &&
    isFilledText(value.name) &&
    isListOf(value.categories, answerLimits.features, isBoundedText) &&
    isAbsentOr(value.status, isBoundedText) &&
    isAbsentOr(value.websiteUrl, isPageUrl) &&
    isAbsentOr(value.logos, isLogoSet) &&
    isAbsentOr(value.feePercent, isRange) &&
    isAbsentOr(value.chains, isChainIdList) &&
    isAbsentOr(value.isSandbox, isBoolean)
  )
}

/**
 * Whether `value` is an answer of `GET /v1/onramp/providers`: a list that is not inside an object.
 */
export function isOnrampProviders(value: unknown): value is readonly OnrampProvider[] {
  return isListOf(value, answerLimits.providers, isOnrampProvider)
}

const isExchange = (value: unknown): value is Exchange =>
  isRecord(value) &&
  isFilledText(value.id) &&
  isFilledText(value.name) &&
  isAbsentOr(value.imageUrl, isImageAddress) &&
  isAbsentOr(value.isSandbox, isBoolean)

/** Whether `value` is a list of exchanges. */
export function isExchangesResult(value: unknown): value is ExchangesResult {
  return (
    isRecord(value) &&
    isListOf(value.exchanges, answerLimits.providers, isExchange) &&
    isFiniteNumber(value.total)
  )
}

/** Whether `value` is an answer with the address of a deposit page. */
export function isExchangeUrlResult(value: unknown): value is ExchangeUrlResult {
  return isRecord(value) && isPageUrl(value.url) && isFilledText(value.sessionId)
}

/** Whether `value` is an answer with the state of a deposit. */
export function isExchangeStatusResult(value: unknown): value is ExchangeStatusResult {
  return (
    isRecord(value) &&
    ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'].includes(value.status as string) &&
    isAbsentOr(value.txHash, isBoundedText)
  )
}

function isPageUrl(value: unknown): value is string {
  return isLink(value) && /^https?:\/\//i.test(value)
}
