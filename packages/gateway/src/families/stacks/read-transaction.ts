import { isRecord } from '../../base/is-record.ts'
import { readAmount } from '../shared/read-amount.ts'

/** Something that went from one principal to another; '' where it was made or destroyed. */
export interface Moved {
  readonly kind: 'stx' | 'ft' | 'nft'
  /** `''` for STX, else `SP….contract::token`. */
  readonly asset: string
  /** Which of its kind, as Clarity writes it; '' of what is not one of its kind. */
  readonly id: string
  readonly amount: bigint
  readonly sender: string
  readonly recipient: string
}

/** A transaction as the extended API tells it. */
export interface StacksTransaction {
  /** With 0x. */
  readonly hash: string
  readonly sender: string
  /** Who paid the fee: the sender, or a sponsor. */
  readonly payer: string
  readonly fee: bigint
  readonly nonce: number
  /** Absent while it waits. */
  readonly block?: string
  /** Of one that waits, when the node had it. */
  readonly minedAt: number
  readonly isSuccess: boolean
  readonly kind: 'transfer' | 'call' | 'deploy' | 'other'
  /** Who was paid, what was called or made; '' for others. */
  readonly target: string
  /** Known without its events. */
  readonly moved: readonly Moved[]
  /** Whether the list says that something moved in it. */
  readonly hasEvents: boolean
}

const principalPattern = /^S[PMTN][\dA-Z]{20,40}(?:\.[a-zA-Z][\w-]{0,127})?$/

/** One item of the list of an address; undefined for what is none. */
export function readStacksTransaction(item: unknown): StacksTransaction | undefined {
  const { tx, events } = isRecord(item) ? item : {}
  if (!isRecord(tx)) return undefined
  const {
    tx_id: hash,
    nonce,
    fee_rate,
    sender_address,
    sponsored,
    sponsor_address,
    tx_status,
    tx_type,
  } = tx
  const sender = principalOf(sender_address)
  const fee = readAmount(fee_rate)
  const time = [tx.block_time, tx.burn_block_time].find(
    (one) => Number.isSafeInteger(one) && (one as number) > 0,
  )
  const isWhole = Number.isSafeInteger(nonce) && Number.isSafeInteger(tx.block_height)
  if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/.test(hash) || !sender || fee === undefined)
    return undefined
  if (!isWhole || time === undefined || typeof tx_status !== 'string') return undefined
  const isSuccess = tx_status === 'success'
  const paid = isRecord(tx.token_transfer) ? tx.token_transfer : {}
  const [recipient, amount] = [principalOf(paid.recipient_address), readAmount(paid.amount)]
  const kind = kinds.get(tx_type) ?? 'other'
  const isTransfer = kind === 'transfer' && isSuccess && recipient !== '' && amount !== undefined
  const called = [tx.contract_call, tx.smart_contract].find(isRecord)?.contract_id
  return {
    hash,
    sender,
    fee,
    isSuccess,
    kind,
    payer: sponsored === true ? principalOf(sponsor_address) : sender,
    nonce: nonce as number,
    block: String(tx.block_height),
    minedAt: (time as number) * 1000,
    target: kind === 'transfer' ? recipient : principalOf(called),
    moved: isTransfer ? [{ kind: 'stx', asset: '', id: '', amount, sender, recipient }] : [],
    hasEvents: !isRecord(events) || countOf(events) > 0,
  }
}

/**
 * One item of the list of what waits; undefined for what is none. What a call will move is not
 * known.
 */
export function readWaitingTransaction(tx: unknown): StacksTransaction | undefined {
  if (!isRecord(tx) || tx.tx_status !== 'pending') return undefined
  const mined = { ...tx, tx_status: 'success', block_height: 0, block_time: tx.receipt_time }
  const { block: _, ...read } = readStacksTransaction({ tx: mined, events: {} }) ?? {}
  return 'hash' in read ? read : undefined
}

/** A transfer tells all by itself, what failed moved nothing. */
export function needsEvents({ kind, isSuccess, hasEvents }: StacksTransaction): boolean {
  return kind !== 'transfer' && isSuccess && hasEvents
}

/** What moved, by the events of a transaction; undefined where they are not all told. */
export function readEvents(value: unknown): readonly Moved[] | undefined {
  const { events, event_count: count } = isRecord(value) ? value : {}
  if (!Array.isArray(events) || !(Number(count) <= events.length)) return undefined
  return events.flatMap((event: unknown): readonly Moved[] => {
    const { event_type: type, asset } = isRecord(event) ? event : {}
    const kind = typeof type === 'string' ? eventKinds.get(type) : undefined
    if (!kind || !isRecord(asset)) return []
    const { asset_event_type: verb, asset_id, value: one } = asset
    const id =
      kind === 'nft' && isRecord(one) && typeof one.repr === 'string' ? one.repr.slice(0, 80) : ''
    const amount = kind === 'nft' ? 1n : readAmount(asset.amount)
    if (amount === undefined || !['transfer', 'mint', 'burn'].includes(String(verb))) return []
    const sender = verb === 'mint' ? '' : principalOf(asset.sender)
    const recipient = verb === 'burn' ? '' : principalOf(asset.recipient)
    return [
      {
        kind,
        asset: kind === 'stx' ? '' : String(asset_id).slice(0, 512),
        id,
        amount,
        sender,
        recipient,
      },
    ]
  })
}

const kinds: ReadonlyMap<unknown, StacksTransaction['kind']> = new Map([
  ['token_transfer', 'transfer'],
  ['contract_call', 'call'],
  ['smart_contract', 'deploy'],
])
const eventKinds: ReadonlyMap<string, Moved['kind']> = new Map([
  ['stx_asset', 'stx'],
  ['fungible_token_asset', 'ft'],
  ['non_fungible_token_asset', 'nft'],
])

function principalOf(value: unknown): string {
  return typeof value === 'string' && value.length <= 180 && principalPattern.test(value)
    ? value
    : ''
}

/** How many things the list says moved. */
function countOf(events: Readonly<Record<string, unknown>>): number {
  return Object.values(events)
    .flatMap((kind) => (isRecord(kind) ? Object.values(kind) : []))
    .reduce((sum: number, one) => sum + (typeof one === 'number' && one > 0 ? one : 0), 0)
}
