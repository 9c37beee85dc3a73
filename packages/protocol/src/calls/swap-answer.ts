import type { AccountId } from '../caip/ids.ts'
import { isAccountId } from '../caip/ids.ts'
import { answerLimits } from './limit.ts'
import {
  isAbsentOr,
  isFilledText,
  isFiniteNumber,
  isImageAddress,
  isListOf,
  isRecord,
  isText,
} from './shape.ts'

/** A token that can be swapped. */
export interface SwapToken {
  readonly name: string
  readonly symbol: string
  /** CAIP-10 id of the token's contract; the chain's coin has the address `0xeeee…ee` (40 e's). */
  readonly address: AccountId
  readonly decimals: number
  readonly logoUri?: string | null
  readonly eip2612?: boolean | null
  /** An addition of Latchkey to the gateway's protocol: the operator's warning about the token. */
  readonly warning?: string | null
}

/** Answer of `GET /v1/convert/tokens`. */
export interface SwapTokensAnswer {
  readonly tokens: readonly SwapToken[]
}

/** One offer for a swap; amounts are base units as decimal text. */
export interface SwapOffer {
  /**
   * An addition of Latchkey to the gateway's protocol: id of the offer, sent back to build its
   * transaction; null when the provider has none.
   */
  readonly id?: string | null
  readonly fromAmount: string
  readonly fromAccount: AccountId
  /** Amount to receive. Some servers leave it out; the offer is then refused as invalid. */
  readonly toAmount?: string | null
  readonly toAccount: AccountId
  /** An addition of Latchkey to the gateway's protocol: name of the provider. */
  readonly provider?: string | null
  /**
   * An addition of Latchkey to the gateway's protocol: the provider's fee, in base units of the
   * token that `feeAccount` names; `toAmount` is already without it.
   */
  readonly fee?: string | null
  readonly feeAccount?: AccountId | null
  /**
   * An addition of Latchkey to the gateway's protocol: price impact in percent, without fees; ≥ 0.
   */
  readonly priceImpact?: number | null
  /**
   * An addition of Latchkey to the gateway's protocol: tokens on the path, first and last included.
   */
  readonly path?: readonly AccountId[] | null
}

/** Answer of `GET /v1/convert/quotes`: offers, the best first. */
export interface SwapQuotesAnswer {
  readonly quotes: readonly SwapOffer[]
}

/** Answer of `GET /v1/convert/allowance`; the allowance is in base units as decimal text. */
export interface SwapAllowanceAnswer {
  readonly allowance: string
  /** An addition of Latchkey to the gateway's protocol: the contract that may take the token. */
  readonly spender?: AccountId | null
}

/**
 * Answer of `GET /v1/convert/gas-price`: the price of one unit of gas, in base units of the chain's
 * coin as decimal text.
 */
export interface GasPriceAnswer {
  readonly standard: string
  readonly fast: string
  readonly instant: string
}

/** Answer of `POST /v1/convert/build-transaction`. */
export interface SwapTransactionAnswer {
  readonly tx: {
    readonly from: AccountId
    readonly to: AccountId
    /** Call data of the transaction, in hex. */
    readonly data: string
    /** Least amount that the account receives, in base units as decimal text. */
    readonly amount: string
    /**
     * An addition of Latchkey to the gateway's protocol: the most of the paid token that the swap
     * takes, in base units as decimal text; the allowance must be at least this amount.
     */
    readonly maximum?: string | null
    /**
     * An addition of Latchkey to the gateway's protocol: amount of the chain's coin to send, base
     * units in decimal; absent means zero.
     */
    readonly value?: string | null
    readonly eip155?: { readonly gas?: string | null; readonly gasPrice?: string | null } | null
  }
}

/** Answer of `GET /v1/convert/build-approve`. */
export interface ApproveTransactionAnswer {
  readonly tx: {
    /** CAIP-10 id of the contract of the token to pay with; the transaction calls this contract. */
    readonly from: AccountId
    readonly to: AccountId
    /** Call data of the transaction, in hex. */
    readonly data: string
    readonly value: string
    readonly eip155?: { readonly gasPrice?: string | null } | null
  }
}

/** Pattern of a whole number in decimal, of at most 78 digits as 2²⁵⁶ has. */
export const wholePattern: RegExp = /^\d{1,78}$/
/** Pattern of call data of at most 64 KiB, in hex. */
export const callDataPattern: RegExp = /^0x(?:[\da-f]{2}){0,65536}$/i

const isWholeNumberText = (value: unknown): value is string =>
  typeof value === 'string' && wholePattern.test(value)
const isCallData = (value: unknown): value is string =>
  typeof value === 'string' && callDataPattern.test(value)
const isBoundedText = (value: unknown): value is string => isText(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isNonNegativeNumber = (value: unknown): value is number => isFiniteNumber(value) && value >= 0
const isAccountPath = (value: unknown): value is readonly AccountId[] =>
  isListOf(value, answerLimits.path, isAccountId)
const isGasEstimate = (
  value: unknown,
): value is { gas?: string | null; gasPrice?: string | null } =>
  isRecord(value) &&
  isAbsentOr(value.gas, isWholeNumberText) &&
  isAbsentOr(value.gasPrice, isWholeNumberText)

function isSwapToken(value: unknown): value is SwapToken {
  return (
    isRecord(value) &&
    isText(value.name) &&
    isFilledText(value.symbol) &&
    isAccountId(value.address) &&
    Number.isInteger(value.decimals) &&
    (value.decimals as number) >= 0 &&
    (value.decimals as number) <= 36 &&
    isAbsentOr(value.logoUri, isImageAddress) &&
    isAbsentOr(value.eip2612, isBoolean) &&
    isAbsentOr(value.warning, isBoundedText)
  )
}

function isOffer(value: unknown): value is SwapOffer {
  return (
    isRecord(value) &&
    isAbsentOr(value.id, isBoundedText) &&
    isWholeNumberText(value.fromAmount) &&
    isAccountId(value.fromAccount) &&
    isAbsentOr(value.toAmount, isWholeNumberText) &&
    isAccountId(value.toAccount) &&
    isAbsentOr(value.provider, isBoundedText) &&
    isAbsentOr(value.fee, isWholeNumberText) &&
    isAbsentOr(value.feeAccount, isAccountId) &&
    isAbsentOr(value.priceImpact, isNonNegativeNumber) &&
    isAbsentOr(value.path, isAccountPath)
  )
}

/** Whether `value` is an answer of `GET /v1/convert/tokens`. */
export function isSwapTokensAnswer(value: unknown): value is SwapTokensAnswer {
  return isRecord(value) && isListOf(value.tokens, answerLimits.swapTokens, isSwapToken)
}

/** Whether `value` is an answer of `GET /v1/convert/quotes`. */
export function isSwapQuotesAnswer(value: unknown): value is SwapQuotesAnswer {
  return isRecord(value) && isListOf(value.quotes, answerLimits.offers, isOffer)
}

/** Whether `value` is an answer of `GET /v1/convert/allowance`. */
export function isSwapAllowanceAnswer(value: unknown): value is SwapAllowanceAnswer {
  return (
    isRecord(value) && isWholeNumberText(value.allowance) && isAbsentOr(value.spender, isAccountId)
  )
}

/** Whether `value` is an answer of `GET /v1/convert/gas-price`. */
export function isGasPriceAnswer(value: unknown): value is GasPriceAnswer {
  return (
    isRecord(value) &&
    isWholeNumberText(value.standard) &&
    isWholeNumberText(value.fast) &&
    isWholeNumberText(value.instant)
  )
}

/** Whether `value` is an answer with a swap transaction that is to be signed. */
export function isSwapTransactionAnswer(value: unknown): value is SwapTransactionAnswer {
  return (
    isRecord(value) &&
    isRecord(value.tx) &&
    isAccountId(value.tx.from) &&
    isAccountId(value.tx.to) &&
    isCallData(value.tx.data) &&
    isWholeNumberText(value.tx.amount) &&
    isAbsentOr(value.tx.maximum, isWholeNumberText) &&
    isAbsentOr(value.tx.value, isWholeNumberText) &&
    isAbsentOr(value.tx.eip155, isGasEstimate)
  )
}

/** Whether `value` is an answer with an approval transaction that is to be signed. */
export function isApproveTransactionAnswer(value: unknown): value is ApproveTransactionAnswer {
  return (
    isRecord(value) &&
    isRecord(value.tx) &&
    isAccountId(value.tx.from) &&
    isAccountId(value.tx.to) &&
    isCallData(value.tx.data) &&
    isWholeNumberText(value.tx.value) &&
    isAbsentOr(value.tx.eip155, isGasEstimate)
  )
}
