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

/** An on-ramp: somebody who sells coins for money. */
export interface OnrampProvider {
  /** Id of the seller, used in requests. */
  readonly serviceProvider: string
  readonly name: string
  readonly categories: readonly string[]
  readonly status?: string | null
  readonly websiteUrl?: string | null
  readonly logos?: { readonly light?: string | null; readonly dark?: string | null } | null
  /** Latchkey's addition: lowest and highest fee, in percent. */
  readonly feePercent?: readonly [number, number] | null
  /** Latchkey's addition: chains on which the seller delivers. */
  readonly chains?: readonly ChainId[] | null
  /** Latchkey's addition: whether payments are only simulated; every view must then say so. */
  readonly isSandbox?: boolean | null
}

/** A quote, or an estimate that is marked as such. */
export interface OnrampQuoteAnswer extends OnrampQuote {
  /** Latchkey's addition: the fee of the provider. */
  readonly providerFee?: Money | null
  /**
   * Latchkey's addition: whether the numbers are only computed from market prices; no provider has
   * offered them then.
   */
  readonly isEstimate?: boolean | null
}

/** The address of a payment page. */
export interface OnrampUrlAnswer {
  readonly url: string
  /**
   * Latchkey's addition: id to read the order's state; absent when the provider does not report it.
   */
  readonly orderId?: string | null
}

/** States of an order; `declined`, `abandoned`, `failed` and `done` are final. */
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

/** Latchkey's own call `GET /v1/onramp/orders/{id}`. */
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
  /** Latchkey's addition: whether payments are only simulated. */
  readonly isSandbox?: boolean | null
}
/** Result of `reown_getExchanges`. */
export interface ExchangesResult {
  readonly exchanges: readonly Exchange[]
  readonly total: number
}
/** Result of `reown_getExchangePayUrl`. */
export interface ExchangeUrlResult {
  readonly url: string
  readonly sessionId: string
}
/** Result of `reown_getExchangeBuyStatus`. */
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

/** Whether `value` is an answer of the options call. */
export function isOnrampOptions(value: unknown): value is OnrampOptions {
  return (
    isRecord(value) &&
    isListOf(value.purchaseCurrencies, answerLimits.balances, isPurchase) &&
    isListOf(value.paymentCurrencies, answerLimits.balances, isPayment)
  )
}

/** Whether `value` is an answer of the quote call. */
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

/** Whether `value` is an answer of the address call; the address must be a web page. */
export function isOnrampUrlAnswer(value: unknown): value is OnrampUrlAnswer {
  return isRecord(value) && isPageUrl(value.url) && isAbsentOr(value.orderId, isBoundedText)
}

/** Whether `value` is an answer of the order call. */
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

/** Whether `value` is one of the providers in an answer of the providers call. */
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

/** Whether `value` is an answer of the providers call: a bare list. */
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
