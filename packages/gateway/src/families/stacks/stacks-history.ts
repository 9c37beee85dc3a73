import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { isRecord } from '../../base/is-record.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { askSingleCall, getCall, unansweredRefusal } from '../shared/ask-single-call.ts'
import { coinAsset } from '../shared/family.ts'
import { listedUnits } from '../shared/listed-units.ts'
import { type AccountTransaction, inferOperation, type Movement } from '../shared/movement.ts'
import type { HistoryReader } from '../shared/paged-history.ts'
import {
  needsEvents,
  readEvents,
  readStacksTransaction,
  readWaitingTransaction,
  type StacksMovement,
  type StacksTransaction,
} from './read-transaction.ts'
import type { SipTokens } from './sip-tokens.ts'
import { stacks } from './stacks.ts'
import { readAssetIdentifier, writeTokenName } from './token-name.ts'

/**
 * A position in the history, such as `50-0x<txid>`: the number of transactions shown so far, and
 * the id of the last one.
 */
const cursorPlacePattern = /^(\d{1,9})-(0x[\da-f]{64})$/
const maxEvents = 100
/** Cursor of the first page of mined transactions. */
const firstPageCursor = `0-0x${'0'.repeat(64)}`
/**
 * Maximum number of further pages that are read to find the last shown transaction again:
 * transactions that arrive between two requests shift the list.
 */
const maxFurtherPages = 3

/**
 * Reads an account's history from `/extended/v2/addresses/…/transactions`; contract calls with
 * transfers need a second request for their events. Pending transactions, from
 * `/extended/v1/address/…/mempool`, come first; they are left out if the server does not support
 * that path.
 */
export function stacksHistory(
  config: Pick<Config, 'chains' | 'tokens'>,
  { nodes, tokens }: { readonly nodes: NodePort; readonly tokens: SipTokens },
): HistoryReader {
  const unitsByAsset = listedUnits(config, [stacks])
  return {
    isPlace: (place) => cursorPlacePattern.test(place),
    async read({ chain, account, after, limit, signal }) {
      const [waiting, { found: pageTransactions, offset, total }] = await Promise.all([
        after === undefined ? readWaitingTransactions(chain, account, limit, signal) : [],
        readPage(chain, account, after, limit, signal),
      ])
      const fullTransactions = await withEvents(chain, pageTransactions, signal)
      const names = fullTransactions.flatMap(({ moved }) =>
        moved.flatMap(({ kind, asset }) =>
          kind === 'ft' ? (readAssetIdentifier(asset) ?? []) : [],
        ),
      )
      const units = names.length > 0 ? await tokens.find(chain, names, signal) : new Map()
      const items = fullTransactions.map((one, index) => ({
        ...describeTransaction(chain, account, one, units),
        place: `${offset + index + 1}-${one.hash}`,
      }))
      const pending = waiting
        .filter(({ hash }) => !pageTransactions.some((one) => one.hash === hash))
        .map((one) => ({
          ...describeTransaction(chain, account, one, units),
          place: firstPageCursor,
        }))
      return {
        items: [...pending, ...items],
        hasMore: items.length > 0 && offset + items.length < total,
      }
    },
  }

  async function readWaitingTransactions(
    chain: ChainId,
    account: string,
    limit: number,
    signal: AbortSignal | undefined,
  ) {
    const path = `/extended/v1/address/${account}/mempool?limit=${limit}&offset=0`
    const [answer] = await nodes.ask(chain, [getCall(path)], signal).catch(() => [])
    const list = answer?.kind === 'result' && isRecord(answer.value) ? answer.value.results : []
    return Array.isArray(list)
      ? list.slice(0, limit).flatMap((tx) => readWaitingTransaction(tx) ?? [])
      : []
  }

  async function readPage(
    chain: ChainId,
    account: string,
    after: string | undefined,
    limit: number,
    signal: AbortSignal | undefined,
  ) {
    const [, shown = '0', last] = cursorPlacePattern.exec(after ?? '') ?? []
    for (let furtherPages = 0; ; furtherPages++) {
      const offset = Number(shown) + furtherPages * limit
      const path = `/extended/v2/addresses/${account}/transactions?limit=${limit}&offset=${offset}`
      const { value } = await askSingleCall(nodes, chain, getCall(path), signal)
      const { results, total } = isRecord(value) ? value : {}
      if (!Array.isArray(results) || !Number.isSafeInteger(total))
        throw unansweredRefusal(chain, 'a history')
      const readResults = results.slice(0, limit).map(readStacksTransaction)
      if (readResults.includes(undefined)) throw unansweredRefusal(chain, 'a history')
      const lastIndex = readResults.findIndex((one) => one?.hash === last)
      const isPushed = last !== undefined && lastIndex === readResults.length - 1 && lastIndex >= 0
      if (isPushed && furtherPages < maxFurtherPages) continue
      const pageTransactions = (readResults as StacksTransaction[]).slice(lastIndex + 1)
      return { found: pageTransactions, offset: offset + lastIndex + 1, total: total as number }
    }
  }

  async function withEvents(
    chain: ChainId,
    found: readonly StacksTransaction[],
    signal: AbortSignal | undefined,
  ) {
    const eventTransactions = found.filter(needsEvents)
    const eventsPath = ({ hash }: StacksTransaction): string =>
      `/extended/v1/tx/${hash}?event_limit=${maxEvents}&event_offset=0`
    const answers =
      eventTransactions.length > 0
        ? await nodes.ask(
            chain,
            eventTransactions.map((one) => getCall(eventsPath(one))),
            signal,
          )
        : []
    const events = new Map(
      eventTransactions.map(({ hash }, index) => [
        hash,
        answers[index]?.kind === 'result' ? readEvents(answers[index].value) : undefined,
      ]),
    )
    return found.map((one) => ({ ...one, moved: events.get(one.hash) ?? one.moved }))
  }

  function describeTransaction(
    chain: ChainId,
    account: string,
    one: StacksTransaction,
    units: Awaited<ReturnType<SipTokens['find']>>,
  ): Omit<AccountTransaction, 'place'> {
    const isOwn = one.sender === account
    const movements = computeNetMovements(one.moved, account).flatMap((net) =>
      toMovement(chain, net, units),
    )
    const operation = nameOperation(one, movements, isOwn)
    const [sentFrom, sentTo] = findEnds(one, { operation, movements, account })
    const { hash, minedAt, nonce, block, fee, payer } = one
    return {
      hash,
      minedAt,
      nonce,
      operation,
      movements,
      ...(block !== undefined && { block }),
      status: nameStatus(one),
      sentFrom,
      sentTo,
      fee: payer === account ? fee : null,
    }
  }

  function toMovement(
    chain: ChainId,
    net: NetMovement,
    units: Awaited<ReturnType<SipTokens['find']>>,
  ): readonly Movement[] {
    const { kind, asset, id, amount, counterparty } = net
    const commonFields = {
      amount: amount < 0n ? -amount : amount,
      direction: amount < 0n ? 'out' : 'in',
      counterparty,
    } as const
    if (kind === 'stx') {
      const { nativeCurrency: unit } = config.chains.find(
        (one) => one.id === chain,
      ) as Config['chains'][number]
      return [{ ...commonFields, asset: coinAsset(stacks, chain), unit }]
    }
    const name = readAssetIdentifier(asset)
    const text = name && writeTokenName(name)
    if (!name || text === undefined) return []
    if (kind === 'nft') {
      const unit = { name: `${name.token} ${id}`.slice(0, 64), symbol: '', decimals: 0 }
      return [{ ...commonFields, asset: `${chain}/sip009:${text}`, unit, isCollectible: true }]
    }
    const unit = units.get(text)
    // When the token's decimals are unknown, no amount is shown, because it would be wrong.
    if (!unit) return []
    return [
      {
        ...commonFields,
        asset: `${chain}/sip010:${text}`,
        unit,
        ...(unitsByAsset.has(`${chain}/sip010:${text}`) ? {} : { isUnknown: true }),
      },
    ]
  }
}

type NetMovement = Omit<StacksMovement, 'sender' | 'recipient'> & {
  readonly counterparty: string | null
}

/**
 * Sums the transfers of each asset to a net amount, with the other account if there is only one.
 */
function computeNetMovements(
  stacksMovements: readonly StacksMovement[],
  account: string,
): readonly NetMovement[] {
  const groups = new Map<string, StacksMovement[]>()
  for (const groupedMovement of stacksMovements) {
    const isOwn = groupedMovement.sender === account || groupedMovement.recipient === account
    if (!isOwn || groupedMovement.sender === groupedMovement.recipient) continue
    const key = `${groupedMovement.kind} ${groupedMovement.asset} ${groupedMovement.id}`
    groups.set(key, [...(groups.get(key) ?? []), groupedMovement])
  }
  return [...groups.values()].flatMap((group) => {
    const amount = group.reduce(
      (sum, one) => sum + (one.recipient === account ? one.amount : -one.amount),
      0n,
    )
    const [first] = group
    if (!first || amount === 0n) return []
    const otherParties = new Set(
      group.map(({ sender, recipient }) => (sender === account ? recipient : sender)),
    )
    const [other] = otherParties
    return [{ ...first, amount, counterparty: otherParties.size === 1 && other ? other : null }]
  })
}

function nameStatus({ block, isSuccess }: StacksTransaction): AccountTransaction['status'] {
  if (block === undefined) return 'pending'
  return isSuccess ? 'confirmed' : 'failed'
}

function nameOperation(
  one: StacksTransaction,
  movements: readonly Movement[],
  isOwn: boolean,
): AccountTransaction['operation'] {
  const isWaiting = one.block === undefined
  if (!one.isSuccess || (isWaiting && movements.length === 0)) return nameAttempt(one, isOwn)
  return one.kind === 'deploy' && isOwn ? 'deploy' : inferOperation(movements, isOwn)
}

/**
 * Returns the two addresses shown for a transaction: sender and receiver of a transfer; for other
 * operations the signer and the called contract.
 */
function findEnds(
  { sender, target }: StacksTransaction,
  transactionFacts: Pick<AccountTransaction, 'operation' | 'movements'> & {
    readonly account: string
  },
): readonly [from: string, to: string] {
  const { operation, movements, account } = transactionFacts
  const [first] = movements
  if (operation === 'send' && first) return [account, first.counterparty ?? '']
  if (operation === 'receive' && first) return [first.counterparty ?? '', account]
  return [sender, target]
}

/**
 * No transfers are shown of a failed transaction, which moved nothing, nor of a pending one, which
 * has not yet.
 */
function nameAttempt({ kind }: StacksTransaction, isOwn: boolean): AccountTransaction['operation'] {
  if (!isOwn) return 'receive'
  if (kind === 'deploy') return 'deploy'
  return kind === 'transfer' ? 'send' : 'execute'
}
