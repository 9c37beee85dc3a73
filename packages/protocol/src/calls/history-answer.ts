import { isChainId } from '../caip/ids.ts'
import type { HistoryTransaction, HistoryTransfer } from '../entities/entity.ts'
import { answerLimits } from './limit.ts'
import {
  isAbsentOr,
  isFilledText,
  isFiniteNumber,
  isImageAddress,
  isListOf,
  isRecord,
  isText,
  numericPattern,
} from './shape.ts'

/** Answer of `GET /v1/account/{address}/history`. */
export interface HistoryAnswer {
  readonly data: readonly HistoryTransaction[]
  /** Opaque cursor of the next page of the history; null or absent on the last page. */
  readonly next?: string | null
  /**
   * An addition of Latchkey to the gateway's protocol: false when the chain is served but has no
   * history source.
   */
  readonly isKept?: boolean | null
}

const isBoundedText = (value: unknown): value is string => isText(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isWholeNumberText = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,80}$/.test(value)
const isCursor = (value: unknown): value is string => isText(value, answerLimits.link)
const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && numericPattern.test(value)
const isDateText = (value: unknown): value is string =>
  isText(value) && Number.isFinite(Date.parse(value))

function isApplication(value: unknown): value is { name: string | null; iconUrl: string | null } {
  return (
    isRecord(value) &&
    isAbsentOr(value.name, isBoundedText) &&
    isAbsentOr(value.iconUrl, isImageAddress)
  )
}

function isIcon(value: unknown): value is { url: string } {
  return isRecord(value) && isImageAddress(value.url)
}

function isFungible(value: unknown): value is NonNullable<HistoryTransfer['fungible_info']> {
  return (
    isRecord(value) &&
    isAbsentOr(value.name, isBoundedText) &&
    isAbsentOr(value.symbol, isBoundedText) &&
    isAbsentOr(value.icon, isIcon)
  )
}

function isNft(value: unknown): value is NonNullable<HistoryTransfer['nft_info']> {
  return (
    isRecord(value) &&
    isAbsentOr(value.name, isBoundedText) &&
    isRecord(value.flags) &&
    isBoolean(value.flags.is_spam)
  )
}

function isTransfer(value: unknown): value is HistoryTransfer {
  return (
    isRecord(value) &&
    isAbsentOr(value.fungible_info, isFungible) &&
    isAbsentOr(value.nft_info, isNft) &&
    (value.direction === 'in' || value.direction === 'out' || value.direction === 'self') &&
    isRecord(value.quantity) &&
    isAmount(value.quantity.numeric) &&
    isAbsentOr(value.value, isFiniteNumber) &&
    isAbsentOr(value.price, isFiniteNumber) &&
    isAbsentOr(value.asset, isBoundedText) &&
    isAbsentOr(value.counterparty, isBoundedText) &&
    isAbsentOr(value.isUnlimited, isBoolean)
  )
}

function isMetadata(value: unknown): value is HistoryTransaction['metadata'] {
  return (
    isRecord(value) &&
    isFilledText(value.operationType) &&
    isFilledText(value.hash) &&
    isDateText(value.minedAt) &&
    isText(value.sentFrom) &&
    isText(value.sentTo) &&
    (value.status === 'confirmed' || value.status === 'failed' || value.status === 'pending') &&
    isFiniteNumber(value.nonce) &&
    isAbsentOr(value.application, isApplication) &&
    isAbsentOr(value.chain, isChainId) &&
    isAbsentOr(value.block, isWholeNumberText) &&
    isAbsentOr(value.fee, isWholeNumberText) &&
    isAbsentOr(value.isSpam, isBoolean)
  )
}

const isTransfers = (value: unknown): value is readonly HistoryTransfer[] =>
  isListOf(value, answerLimits.transfers, isTransfer)

/** Whether `value` is one transaction in an answer of `GET /v1/account/{address}/history`. */
export function isHistoryTransaction(value: unknown): value is HistoryTransaction {
  return (
    isRecord(value) &&
    isFilledText(value.id) &&
    isMetadata(value.metadata) &&
    isAbsentOr(value.transfers, isTransfers)
  )
}

/** Whether `value` is an answer of `GET /v1/account/{address}/history`. */
export function isHistoryAnswer(value: unknown): value is HistoryAnswer {
  return (
    isRecord(value) &&
    isListOf(value.data, answerLimits.history, isHistoryTransaction) &&
    isAbsentOr(value.next, isCursor) &&
    isAbsentOr(value.isKept, isBoolean)
  )
}
