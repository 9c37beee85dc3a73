import type { WalletListing } from '../entities/wallet-listing.ts'
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
} from './shape.ts'

/** Answer of `GET /getWallets`. */
export interface WalletsAnswer {
  /** Number of matching wallets on all pages. */
  readonly count: number
  readonly data: readonly WalletListing[]
}

type InjectedFlag = NonNullable<WalletListing['injected']>[number]

/** Names of the fields of a wallet listing that contain links. */
export const walletLinks = [
  'homepage',
  'mobile_link',
  'universal_link',
  'desktop_link',
  'webapp_link',
  'link_mode',
  'app_store',
  'play_store',
  'chrome_store',
  'firefox_store',
] as const

/** Pattern of the colour of the tile that shows a wallet's monogram. */
export const colorPattern: RegExp = /^#[\da-f]{6}$/i

const isShortText = (value: unknown): value is string => isText(value)
const isColor = (value: unknown): value is string =>
  typeof value === 'string' && colorPattern.test(value)
const isTextList = (value: unknown): value is readonly string[] =>
  isListOf(value, answerLimits.walletParts, isShortText)
const isFormatList = (value: unknown): value is NonNullable<WalletListing['link_formats']> =>
  isRecord(value) &&
  Object.values(value).every((format) => format === 'observed' || format === 'derived')
const isInjectedFlag = (value: unknown): value is InjectedFlag =>
  isRecord(value) && isText(value.namespace) && isText(value.injected_id)
const isInjectedFlagList = (value: unknown): value is readonly InjectedFlag[] =>
  isListOf(value, answerLimits.walletParts, isInjectedFlag)

/** Whether `value` is one wallet of the list: all but id and name may be null or absent. */
export function isWalletListing(value: unknown): value is WalletListing {
  return (
    isRecord(value) &&
    isFilledText(value.id) &&
    isFilledText(value.name) &&
    walletLinks.every((field) => isAbsentOr(value[field], isLink)) &&
    isAbsentOr(value.link_formats, isFormatList) &&
    isAbsentOr(value.image_id, isShortText) &&
    isAbsentOr(value.image_url, isImageAddress) &&
    isAbsentOr(value.rdns, isShortText) &&
    isAbsentOr(value.explorer_ids, isTextList) &&
    isAbsentOr(value.keys, isTextList) &&
    isAbsentOr(value.chains, isTextList) &&
    isAbsentOr(value.injected, isInjectedFlagList) &&
    isAbsentOr(value.order, isFiniteNumber) &&
    isAbsentOr(value.color, isColor)
  )
}

/** Whether `value` is an answer of `GET /getWallets`. */
export function isWalletsAnswer(value: unknown): value is WalletsAnswer {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.count) &&
    (value.count as number) >= 0 &&
    isListOf(value.data, answerLimits.wallets, isWalletListing)
  )
}
