import type { ChainId, HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { decimalText } from '../amount/decimal.ts'
import { plainText } from '../plain-text.ts'
import type { Activity, ActivityTransfer } from './activity.ts'

/**
 * Earliest time believed: the day of the first Bitcoin block. The latest is the end of year 9999.
 */
const earliest = Date.UTC(2009, 0, 3)
const latest = Date.UTC(9999, 11, 31)
const nameLength = 60
const symbolLength = 16
/**
 * The largest fiat value believed. No real transfer is worth more, and above it a float no longer
 * holds the cents.
 */
const mostFiat = 1e13

/**
 * Reads one item of the gateway's answer; returns no transaction when the item is of another chain
 * or its time is impossible.
 */
export function toActivity(
  { id, metadata, transfers }: HistoryTransaction,
  { chain, address }: { readonly chain: ChainId /** Bare. */; readonly address: string },
): readonly Activity[] {
  const {
    operationType,
    hash,
    minedAt,
    sentFrom,
    sentTo,
    status,
    nonce,
    application,
    block,
    fee,
    isSpam,
  } = metadata
  const at = Date.parse(minedAt)
  if ((metadata.chain && metadata.chain !== chain) || at < earliest || at > latest) return []
  const moved = (transfers ?? []).map(toTransfer)
  const isOwn = sentFrom.toLowerCase() === address.toLowerCase()
  const name = plainText(application?.name ?? '', nameLength)
  return [
    {
      id,
      hash: plainText(hash, 128),
      chain,
      kind: plainText(operationType, 32).toLowerCase() || 'execute',
      status,
      at,
      from: plainText(sentFrom, 128),
      to: plainText(sentTo, 128),
      nonce,
      isSpam: !isOwn && (isSpam === true || (moved.length > 0 && moved.every((one) => one.isSpam))),
      transfers: moved,
      ...(block && { block }),
      ...(fee && { fee: BigInt(fee) }),
      ...(name && { application: name }),
    },
  ]
}

function toTransfer(transfer: HistoryTransfer): ActivityTransfer {
  const {
    fungible_info: fungible,
    nft_info: nft,
    direction,
    quantity,
    value,
    price,
    asset,
    counterparty,
  } = transfer
  const [whole = '', fraction = ''] = quantity.numeric.split('.')
  const image = nft ? previewOf(nft.content) : fungible?.icon?.url
  const worth = fiatText(value)
  const unit = fiatText(price)
  return {
    direction,
    name: plainText((nft ?? fungible)?.name ?? '', nameLength),
    symbol: plainText(fungible?.symbol ?? '', symbolLength),
    isCollectible: Boolean(nft),
    amount: BigInt(whole + fraction),
    decimals: fraction.length,
    isUnlimited: transfer.isUnlimited === true,
    isSpam: nft?.flags.is_spam === true,
    ...(asset && { asset: plainText(asset, 256) }),
    ...(counterparty && { counterparty: plainText(counterparty, 128) }),
    ...(worth && { value: worth }),
    ...(unit && { price: unit }),
    ...(image && { imageUrl: image }),
  }
}

function fiatText(value: number | null | undefined): string | undefined {
  return typeof value === 'number' && value >= 0 && value <= mostFiat
    ? decimalText(value)
    : undefined
}

/** Reads `content.preview.url`, else `content.detail.url`, from an answer of unchecked shape. */
function previewOf(content: unknown): string | undefined {
  const { preview, detail } = (content ?? {}) as Record<
    string,
    { readonly url?: unknown } | null | undefined
  >
  for (const url of [preview?.url, detail?.url]) {
    if (
      typeof url === 'string' &&
      url.length <= 100_000 &&
      /^(?:https?:\/\/|data:image\/)/i.test(url)
    )
      return url
  }
  return undefined
}
