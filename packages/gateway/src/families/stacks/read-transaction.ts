import { isRecord } from '../../base/is-record.ts'
import { readAmount } from '../shared/read-amount.ts'

/** A transfer between two principals. The sender of a mint and the recipient of a burn are ''. */
export interface StacksMovement {
  readonly kind: 'stx' | 'ft' | 'nft'
  /** Asset of the transfer: '' for STX, else `SP….contract::token`. */
  readonly asset: string
  /** Token id as Clarity writes it; '' for fungible assets. */
  readonly id: string
  readonly amount: bigint
  readonly sender: string
  readonly recipient: string
}

/** A transaction as the extended API of Stacks reports it. */
export interface StacksTransaction {
  /** Transaction id, with 0x. */
  readonly hash: string
  readonly sender: string
  /** Payer of the fee: the sender, or a sponsor. */
  readonly payer: string
  readonly fee: bigint
  readonly nonce: number
  /** Height of the transaction's block; absent for a pending transaction. */
  readonly block?: string
  /**
   * Time of the transaction's block in milliseconds since the epoch; for a pending transaction the
   * time when the node received it.
   */
  readonly minedAt: number
  readonly isSuccess: boolean
  readonly kind: 'transfer' | 'call' | 'deploy' | 'other'
  /** Receiver of a transfer, or the called or created contract; '' for other transactions. */
  readonly target: string
  /** Transfers that the transaction itself shows, without its events. */
  readonly moved: readonly StacksMovement[]
  /**
   * Whether the transaction list says that this transaction has events, or says nothing about
   * events.
   */
  readonly hasEvents: boolean
}

const principalPattern = /^S[PMTN][\dA-Z]{20,40}(?:\.[a-zA-Z][\w-]{0,127})?$/

/** Reads one item of an address's transaction list; undefined for malformed data. */
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
  const sender = readPrincipal(sender_address)
  const fee = readAmount(fee_rate)
  const time = [tx.block_time, tx.burn_block_time].find(
    (one) => Number.isSafeInteger(one) && (one as number) > 0,
  )
  const hasWholeNumbers = Number.isSafeInteger(nonce) && Number.isSafeInteger(tx.block_height)
  if (typeof hash !== 'string' || !/^0x[\da-f]{64}$/.test(hash) || !sender || fee === undefined)
    return undefined
  if (!hasWholeNumbers || time === undefined || typeof tx_status !== 'string') return undefined
  const isSuccess = tx_status === 'success'
  const tokenTransfer = isRecord(tx.token_transfer) ? tx.token_transfer : {}
  const [recipient, amount] = [
    readPrincipal(tokenTransfer.recipient_address),
    readAmount(tokenTransfer.amount),
  ]
  const kind = kindByType.get(tx_type) ?? 'other'
  const isTransfer = kind === 'transfer' && isSuccess && recipient !== '' && amount !== undefined
  const calledContract = [tx.contract_call, tx.smart_contract].find(isRecord)?.contract_id
  return {
    hash,
    sender,
    fee,
    isSuccess,
    kind,
    payer: sponsored === true ? readPrincipal(sponsor_address) : sender,
    nonce: nonce as number,
    block: String(tx.block_height),
    minedAt: (time as number) * 1000,
    target: kind === 'transfer' ? recipient : readPrincipal(calledContract),
    moved: isTransfer ? [{ kind: 'stx', asset: '', id: '', amount, sender, recipient }] : [],
    hasEvents: !isRecord(events) || countEvents(events) > 0,
  }
}

/**
 * Reads one item of the mempool list; undefined for malformed data. The transfers of a pending call
 * are unknown.
 */
export function readWaitingTransaction(tx: unknown): StacksTransaction | undefined {
  if (!isRecord(tx) || tx.tx_status !== 'pending') return undefined
  const minedForm = { ...tx, tx_status: 'success', block_height: 0, block_time: tx.receipt_time }
  const { block: _, ...waitingFields } = readStacksTransaction({ tx: minedForm, events: {} }) ?? {}
  return 'hash' in waitingFields ? waitingFields : undefined
}

/**
 * Whether a transaction's events must be read: not for a plain transfer, nor for a failed
 * transaction, which moved nothing.
 */
export function needsEvents({ kind, isSuccess, hasEvents }: StacksTransaction): boolean {
  return kind !== 'transfer' && isSuccess && hasEvents
}

/** Reads the transfers from a transaction's events; undefined when the list is incomplete. */
export function readEvents(value: unknown): readonly StacksMovement[] | undefined {
  const { events, event_count: count } = isRecord(value) ? value : {}
  if (!Array.isArray(events) || !(Number(count) <= events.length)) return undefined
  return events.flatMap((event: unknown): readonly StacksMovement[] => {
    const { event_type: type, asset } = isRecord(event) ? event : {}
    const kind = typeof type === 'string' ? kindByEventType.get(type) : undefined
    if (!kind || !isRecord(asset)) return []
    const { asset_event_type: verb, asset_id, value: one } = asset
    const id =
      kind === 'nft' && isRecord(one) && typeof one.repr === 'string' ? one.repr.slice(0, 80) : ''
    const amount = kind === 'nft' ? 1n : readAmount(asset.amount)
    if (amount === undefined || !['transfer', 'mint', 'burn'].includes(String(verb))) return []
    const sender = verb === 'mint' ? '' : readPrincipal(asset.sender)
    const recipient = verb === 'burn' ? '' : readPrincipal(asset.recipient)
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

const kindByType: ReadonlyMap<unknown, StacksTransaction['kind']> = new Map([
  ['token_transfer', 'transfer'],
  ['contract_call', 'call'],
  ['smart_contract', 'deploy'],
])
const kindByEventType: ReadonlyMap<string, StacksMovement['kind']> = new Map([
  ['stx_asset', 'stx'],
  ['fungible_token_asset', 'ft'],
  ['non_fungible_token_asset', 'nft'],
])

function readPrincipal(value: unknown): string {
  return typeof value === 'string' && value.length <= 180 && principalPattern.test(value)
    ? value
    : ''
}

/** Reads the number of events that the transaction list states. */
function countEvents(events: Readonly<Record<string, unknown>>): number {
  return Object.values(events)
    .flatMap((kind) => (isRecord(kind) ? Object.values(kind) : []))
    .reduce((sum: number, one) => sum + (typeof one === 'number' && one > 0 ? one : 0), 0)
}
