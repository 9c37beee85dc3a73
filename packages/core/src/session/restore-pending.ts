import {
  type Asset,
  chainOf,
  isAccountId,
  isAssetId,
  isChainId,
  pendingTransactionsLimit,
} from '@latchkey/protocol'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { reduceChoice } from '../machine/reduce-choice.ts'
import type { PaymentNote, Transaction } from '../machine/state.ts'
import { plainText } from '../plain-text.ts'
import { maxDescriptionLength } from '../send/description.ts'
import { watchTransaction } from '../send/watch-transaction.ts'

/**
 * Restores pending transactions from storage into the kit's state, and follows the submitted ones
 * until they have settled. Transactions for which a wallet was still being asked become `unknown`.
 */
export async function restorePending(kit: Kit, entries: readonly unknown[]): Promise<void> {
  const transactions = entries
    .flatMap((entry) => reviveTransaction(entry) ?? [])
    .slice(-pendingTransactionsLimit)
  if (!transactions.length) return
  const { reduceTransaction } = await import('../machine/reduce-transaction.ts')
  kit[inside].learn({ transaction: reduceTransaction })
  kit[inside].learn({ choice: reduceChoice })
  const { recent } = kit.getState()
  kit[inside].dispatch({ type: 'restored', chains: {}, recent, transactions })
  for (const { id, status } of transactions) {
    if (status === 'signing') kit[inside].dispatch({ type: 'transaction-lost', id })
    else if (status === 'submitted') watchTransaction(kit, { id }).catch(() => {})
  }
}

type RawEntry = Readonly<Record<string, unknown>>

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 200
}

function readAmount(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : undefined
}

function readAsset(value: unknown, chain: string): Asset | undefined {
  const { id, name, symbol, decimals, iconUrl } = (value ?? {}) as RawEntry
  if (!isAssetId(id) || chainOf(id) !== chain || !isText(name) || !isText(symbol)) return undefined
  if (!Number.isInteger(decimals) || (decimals as number) < 0 || (decimals as number) > 36)
    return undefined
  const isIcon =
    typeof iconUrl === 'string' &&
    /^(?:https?:\/\/|data:image\/)/i.test(iconUrl) &&
    iconUrl.length <= 100_000
  return { id, name, symbol, decimals: decimals as number, ...(isIcon && { iconUrl }) }
}

function readReceives(value: unknown, chain: string): Transaction['receives'] {
  const rawEntry = (value ?? {}) as RawEntry
  const [asset, amount, minimum] = [
    readAsset(rawEntry.asset, chain),
    readAmount(rawEntry.amount),
    readAmount(rawEntry.minimum),
  ]
  return asset && amount !== undefined && minimum !== undefined
    ? { asset, amount, minimum }
    : undefined
}

function readPayment(value: unknown): PaymentNote | undefined {
  const { id, title } = (value ?? {}) as RawEntry
  if (!isText(id)) return undefined
  const shownTitle = isText(title) ? plainText(title, maxDescriptionLength) : ''
  return { id, ...(shownTitle && { title: shownTitle }) }
}

/**
 * Reads a stored transaction; undefined when the entry is invalid. The contract call is left out,
 * because a request to a wallet is never repeated from storage.
 */
export function reviveTransaction(entry: unknown): Transaction | undefined {
  const rawEntry = (entry ?? {}) as RawEntry
  const { id, status, chain, from, to, toName, createdAt, submittedAt, hash, nonce, purpose } =
    rawEntry
  const isOfPage = purpose === 'page'
  const isPending =
    status === 'signing' || status === 'unknown' || (status === 'submitted' && isText(hash))
  if (
    !isPending ||
    !isText(id) ||
    !isChainId(chain) ||
    !isAccountId(from) ||
    chainOf(from) !== chain ||
    typeof to !== 'string' ||
    (isOfPage ? to !== '' : !isText(to))
  )
    return undefined
  const [asset, amount, fee] = [
    readAsset(rawEntry.asset, chain),
    readAmount(rawEntry.amount),
    readAmount(rawEntry.fee),
  ]
  const [feeAsset, maximum] = [readAsset(rawEntry.feeAsset, chain), readAmount(rawEntry.maximum)]
  const receives = readReceives(rawEntry.receives, chain)
  const payment = purpose === undefined ? readPayment(rawEntry.payment) : undefined
  if (!asset || amount === undefined || !Number.isFinite(createdAt)) return undefined
  if (
    (rawEntry.fee !== undefined && fee === undefined) ||
    (nonce !== undefined && !Number.isSafeInteger(nonce))
  )
    return undefined
  if (
    purpose !== undefined &&
    purpose !== 'approve' &&
    !isOfPage &&
    !(purpose === 'swap' && receives)
  )
    return undefined
  const description = isText(rawEntry.description)
    ? plainText(rawEntry.description, maxDescriptionLength)
    : ''
  return {
    id,
    status,
    chain,
    from,
    to,
    asset,
    amount,
    createdAt: createdAt as number,
    ...(Number.isFinite(submittedAt) && { submittedAt: submittedAt as number }),
    ...(isText(toName) && { toName }),
    ...(isText(hash) && { hash }),
    ...(nonce !== undefined && { nonce: nonce as number }),
    ...(fee !== undefined && { fee }),
    ...(feeAsset && { feeAsset }),
    ...(payment && { payment }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(isOfPage && description && { description }),
    ...(isOfPage && rawEntry.isQuiet === true && { isQuiet: true }),
    ...(purpose === 'swap' && receives && { receives }),
    ...(purpose === 'swap' && maximum !== undefined && { maximum }),
  }
}
