import { isAccountId } from '../caip/ids.ts'
import type { FungiblePrice } from '../entities/entity.ts'
import { answerLimits } from './limit.ts'
import { isAbsentOr, isFiniteNumber, isImageAddress, isListOf, isRecord, isText } from './shape.ts'

/** Answer of `POST /v1/fungible/price`. */
export interface PriceAnswer {
  readonly fungibles: readonly FungiblePrice[]
}

function isPrice(value: unknown): value is FungiblePrice {
  return (
    isRecord(value) &&
    isAccountId(value.address) &&
    isText(value.name) &&
    isText(value.symbol) &&
    isAbsentOr(value.iconUrl, isImageAddress) &&
    isFiniteNumber(value.price) &&
    value.price >= 0 &&
    Number.isInteger(value.decimals) &&
    (value.decimals as number) >= 0 &&
    (value.decimals as number) <= 255
  )
}

/** Whether `value` is an answer of `POST /v1/fungible/price`. */
export function isPriceAnswer(value: unknown): value is PriceAnswer {
  return isRecord(value) && isListOf(value.fungibles, answerLimits.prices, isPrice)
}
