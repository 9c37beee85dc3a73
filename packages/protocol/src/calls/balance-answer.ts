import type { ChainId } from '../caip/ids.ts'
import { isAccountId, isChainId } from '../caip/ids.ts'
import type { TokenBalance } from '../entities/entity.ts'
import { answerLimits } from './limit.ts'
import {
  decimalsPattern,
  isAbsentOr,
  isFiniteNumber,
  isImageAddress,
  isListOf,
  isRecord,
  isText,
  numericPattern,
} from './shape.ts'

/** Answer of `GET /v1/account/{address}/balance`. */
export interface BalanceAnswer {
  readonly balances: readonly TokenBalance[]
  /**
   * An addition of Latchkey to the gateway's protocol: the requested chains that could not be read
   * at the moment.
   */
  readonly missing?: readonly ChainId[] | null
}

function isTokenBalance(value: unknown): value is TokenBalance {
  if (!isRecord(value) || !isRecord(value.quantity)) return false
  const { decimals, numeric } = value.quantity
  return (
    isText(value.name) &&
    isText(value.symbol) &&
    isAbsentOr(value.chainId, isChainId) &&
    isAbsentOr(value.address, isAccountId) &&
    isAbsentOr(value.value, isFiniteNumber) &&
    isAbsentOr(value.price, isFiniteNumber) &&
    isAbsentOr(value.iconUrl, isImageAddress) &&
    isText(decimals) &&
    decimalsPattern.test(decimals) &&
    isText(numeric) &&
    numericPattern.test(numeric)
  )
}

function isChainList(value: unknown): value is readonly ChainId[] {
  return isListOf(value, answerLimits.chains, isChainId)
}

/** Whether `value` is an answer of `GET /v1/account/{address}/balance`. */
export function isBalanceAnswer(value: unknown): value is BalanceAnswer {
  return (
    isRecord(value) &&
    isListOf(value.balances, answerLimits.balances, isTokenBalance) &&
    isAbsentOr(value.missing, isChainList)
  )
}
