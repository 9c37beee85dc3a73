import type { ChainId, HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { decimalText } from '../amount/decimal.ts'
import { plainText } from '../plain-text.ts'
import type { Activity, ActivityTransfer } from './activity.ts'

/**
 * A transaction's time must be in this range: from the day of the first Bitcoin block to the last
 * day of the year 9999, in milliseconds since the epoch.
 */
const earliestTime = Date.UTC(2009, 0, 3)
const latestTime = Date.UTC(9999, 11, 31)
const maxNameLength = 60
const maxSymbolLength = 16
/**
 * The largest fiat value that is accepted. No real transfer is worth more, and a larger number
 * would lose its cents as a float.
 */
const maxFiatValue = 1e13

/**
 * Reads one item of the gateway's answer; returns no transaction when the item is of another chain
 * or its time is impossible.
 */
export function toActivity(
  { id, metadata, transfers }: HistoryTransaction,
  {
    chain,
    address,
  }: {
    readonly chain: ChainId
    /** Plain address (no CAIP-10 id) of the account whose history this is. */
    readonly address: string
  },
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
  const minedTime = Date.parse(minedAt)
  if (
    (metadata.chain && metadata.chain !== chain) ||
    minedTime < earliestTime ||
    minedTime > latestTime
  )
    return []
  const activityTransfers = (transfers ?? []).map(toTransfer)
  const isSentByAccount = sentFrom.toLowerCase() === address.toLowerCase()
  const name = plainText(application?.name ?? '', maxNameLength)
  return [
    {
      id,
      hash: plainText(hash, 128),
      chain,
      kind: plainText(operationType, 32).toLowerCase() || 'execute',
      status,
      at: minedTime,
      from: plainText(sentFrom, 128),
      to: plainText(sentTo, 128),
      nonce,
      isSpam:
        !isSentByAccount &&
        (isSpam === true ||
          (activityTransfers.length > 0 && activityTransfers.every((one) => one.isSpam))),
      transfers: activityTransfers,
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
  const image = nft ? previewUrlOf(nft.content) : fungible?.icon?.url
  const fiatValue = fiatText(value)
  const unitPrice = fiatText(price)
  return {
    direction,
    name: plainText((nft ?? fungible)?.name ?? '', maxNameLength),
    symbol: plainText(fungible?.symbol ?? '', maxSymbolLength),
    isCollectible: Boolean(nft),
    amount: BigInt(whole + fraction),
    decimals: fraction.length,
    isUnlimited: transfer.isUnlimited === true,
    isSpam: nft?.flags.is_spam === true,
    ...(asset && { asset: plainText(asset, 256) }),
    ...(counterparty && { counterparty: plainText(counterparty, 128) }),
    ...(fiatValue && { value: fiatValue }),
    ...(unitPrice && { price: unitPrice }),
    ...(image && { imageUrl: image }),
  }
}

function fiatText(value: number | null | undefined): string | undefined {
  return typeof value === 'number' && value >= 0 && value <= maxFiatValue
    ? decimalText(value)
    : undefined
}

/**
 * Reads an image URL from an answer of unchecked shape: `content.preview.url`, else
 * `content.detail.url`.
 */
function previewUrlOf(content: unknown): string | undefined {
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
