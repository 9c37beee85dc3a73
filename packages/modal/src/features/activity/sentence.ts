import { type Activity, type ActivityTransfer, formatAmount } from '@latchkey/core'
import { shortAddress } from '../../shared/short-address.ts'
import type { ActivityWords } from '../../words/words.ts'
import { isolateText } from './isolate-text.ts'

type TransferSide = 'in' | 'out'
/**
 * The direction of the transfers that the sentence for a kind of transaction mentions. For kinds
 * that are missing here, the sentence mentions all transfers.
 */
const transferSideByKind: Readonly<Record<string, TransferSide>> = {
  send: 'out',
  deposit: 'out',
  stake: 'out',
  repay: 'out',
  burn: 'out',
  receive: 'in',
  mint: 'in',
  claim: 'in',
  borrow: 'in',
  bought: 'in',
  withdraw: 'in',
  unstake: 'in',
}

/**
 * The direction in which a kind of transaction moves assets: out of the account, into it, or
 * neither.
 */
export function transferSideOf({ kind, transfers }: Activity): TransferSide | undefined {
  if (Object.hasOwn(transferSideByKind, kind)) return transferSideByKind[kind]
  const [first] = transfers
  return kind !== 'approve' && transfers.length === 1 && first && first.direction !== 'self'
    ? first.direction
    : undefined
}

/**
 * The address that a transaction's row shows besides the account itself, if there is one: the
 * receiver, the sender, or the spender.
 */
export function counterpartyAddressOf({ kind, transfers, from, to }: Activity): string | undefined {
  const counterpartyOnSide = (side: TransferSide): string | undefined =>
    transfers.find(
      ({ direction, counterparty }) => counterparty && (direction === side || direction === 'self'),
    )?.counterparty
  if (kind === 'receive') return (counterpartyOnSide('in') ?? from) || undefined
  if (kind === 'send') return (counterpartyOnSide('out') ?? to) || undefined
  if (kind === 'approve')
    return (transfers.find((one) => one.counterparty)?.counterparty ?? to) || undefined
  return kind === 'execute' ? to || undefined : undefined
}

/** What happened, in one sentence: the accessible name of a row. */
export function sentenceOf(
  activity: Activity,
  {
    words,
    locale,
    name,
  }: {
    readonly words: ActivityWords
    readonly locale: string
    /** Name of the receiver, sender, spender or called contract, if one is known. */
    readonly name?: string | undefined
  },
): string {
  const { kind, status, transfers, description } = activity
  if (description !== undefined) return words.described(isolateText(description), status)
  const outgoing = transfers.filter(({ direction }) => direction !== 'in')
  const incoming = transfers.filter(({ direction }) => direction === 'in')
  const describeTransfers = (transferList: readonly ActivityTransfer[]): string =>
    describeTransferList(transferList, words, locale)
  if (kind === 'trade' && outgoing.length > 0 && incoming.length > 0)
    return words.title({
      kind,
      status,
      what: describeTransfers(outgoing),
      other: describeTransfers(incoming),
    })
  const side = Object.hasOwn(transferSideByKind, kind) ? transferSideByKind[kind] : undefined
  const transfersOfSide = side === undefined ? transfers : { in: incoming, out: outgoing }[side]
  return words.title({
    kind,
    status,
    what: describeTransfers(transfersOfSide.length > 0 ? transfersOfSide : transfers),
    other: isolateText(name ?? nameCounterparty(activity)),
  })
}

/**
 * The application's name for an approval or a contract call, when known; else the shortened address
 * of the receiver, sender, spender or called contract.
 */
function nameCounterparty(activity: Activity): string {
  const { kind, application } = activity
  if ((kind === 'approve' || kind === 'execute') && application !== undefined) return application
  const address = counterpartyAddressOf(activity)
  return address === undefined ? '' : shortAddress(address)
}

/**
 * Amounts of one asset are added up; beyond two assets only the number of further ones is given.
 */
function describeTransferList(
  transfers: readonly ActivityTransfer[],
  words: ActivityWords,
  locale: string,
): string {
  const assets = new Map<string, ActivityTransfer>()
  for (const one of transfers) {
    const key = `${one.asset ?? `${one.symbol}\n${one.name}`}${one.isCollectible ? `\n${one.name}` : ''}`
    const knownTransfer = assets.get(key)
    assets.set(key, knownTransfer ? addTransfers(knownTransfer, one) : one)
  }
  const [first, second] = [...assets.values()].map((one) => amountTextOf(one, words, locale))
  if (first === undefined) return ''
  if (second === undefined) return first
  return assets.size === 2 ? words.both(first, second) : words.more(first, assets.size - 1)
}

function addTransfers(a: ActivityTransfer, b: ActivityTransfer): ActivityTransfer {
  const decimals = Math.max(a.decimals, b.decimals)
  const scaledAmountOf = (one: ActivityTransfer): bigint =>
    one.amount * 10n ** BigInt(decimals - one.decimals)
  return {
    ...a,
    decimals,
    amount: scaledAmountOf(a) + scaledAmountOf(b),
    isUnlimited: a.isUnlimited || b.isUnlimited,
  }
}

/** Amount and asset: `1.5 ETH`, `Cat #5`, `any amount of USDC`. */
export function amountTextOf(
  { amount, decimals, symbol, name, isCollectible, isUnlimited }: ActivityTransfer,
  words: ActivityWords,
  locale: string,
  maximumFractionDigits = 6,
): string {
  const formatCount = (): string =>
    formatAmount(amount, decimals, { locale, maximumFractionDigits })
  if (isCollectible) {
    const title = isolateText(name || symbol || words.collectible)
    return amount > 1n && decimals === 0 ? `${formatCount()} × ${title}` : title
  }
  const symbolText = isolateText(symbol || name)
  if (isUnlimited) return words.anyAmount(symbolText || words.token)
  return symbolText ? `${formatCount()} ${symbolText}` : words.token
}
