import type {
  AccountId,
  AssetId,
  ChainId,
  OrderRefund,
  PaymentOrderState,
} from '@latchkey/protocol'
import { accountId } from '@latchkey/protocol'
import type { ChainVerdict } from '../contract/reader.ts'
import type { Transaction } from '../machine/state.ts'
import type { Bill } from './bill.ts'

/**
 * How far a payment is. `none`: nothing was sent. `asking`: the wallet is asked. `unknown`: the page
 * was closed while it was asked. `failed`, `dropped` and `replaced`: what was sent did not pay. The
 * others are the states of an order.
 */
export type PaymentState =
  | Exclude<PaymentOrderState, 'open'>
  | 'none'
  | 'asking'
  | 'unknown'
  | 'failed'
  | 'dropped'
  | 'replaced'

/** What was sent for a bill. */
export interface SentPayment {
  readonly chain: ChainId
  readonly hash: string
  readonly from: AccountId
  readonly asset: AssetId
  /** Base units that arrived; until that is known, those that were to be paid. */
  readonly amount: bigint
}

export interface PaymentStatus {
  readonly state: PaymentState
  /** The transaction of this browser, if it sent one. */
  readonly transaction?: Transaction
  readonly sent?: SentPayment
  readonly confirmations: number
  readonly needed: number
  /** Whether another amount arrived than was shown: the wallet sent something else. */
  readonly isAltered?: true
  readonly refund?: OrderRefund
}

export const noPayment: PaymentStatus = { state: 'none', confirmations: 0, needed: 1 }

/** States that do not change any more. */
export const finalStates: readonly PaymentState[] = [
  'settled',
  'refunded',
  'expired',
  'failed',
  'dropped',
  'replaced',
]

/**
 * Computes how far a payment is from what the gateway, the kit and the chain say of it. What the
 * gateway says comes first, because it also knows payments of other browsers; of a payment that it
 * has not seen yet, the chain tells.
 * @param now milliseconds since the epoch
 */
export function paymentStatus(
  bill: Bill,
  transaction: Transaction | undefined,
  verdict: ChainVerdict | undefined,
  now: number,
): PaymentStatus {
  const own = ownStatus(bill, transaction, verdict)
  const { order } = bill
  if (!order || order.state === 'open' || order.state === 'expired')
    return own.state === 'none' && isOver(bill, now) ? { ...own, state: 'expired' } : own
  const { payment, refund } = order
  return {
    ...own,
    state: order.state,
    ...(payment && {
      sent: {
        chain: payment.chain,
        hash: payment.hash,
        // The gateway may write the same account in another case.
        from:
          own.sent?.hash === payment.hash ? own.sent.from : accountId(payment.chain, payment.from),
        asset: payment.asset,
        amount: BigInt(payment.amount),
      },
      confirmations: Math.min(payment.confirmations, payment.needed),
      needed: payment.needed,
    }),
    ...(refund && { refund }),
  }
}

function isOver({ order, expiresAt }: Bill, now: number): boolean {
  return order?.state === 'expired' || (expiresAt !== undefined && expiresAt <= now)
}

function ownStatus(
  { needed, order }: Bill,
  transaction: Transaction | undefined,
  verdict: ChainVerdict | undefined,
): PaymentStatus {
  if (!transaction) return { ...noPayment, needed }
  const { chain, hash, from, asset, amount } = transaction
  const isIn = verdict?.state === 'confirmed'
  const paid = isIn ? (verdict.paid ?? amount) : amount
  const confirmations = isIn ? Math.min(verdict.confirmations ?? needed, needed) : 0
  const base = {
    transaction,
    confirmations,
    needed,
    ...(hash !== undefined && { sent: { chain, hash, from, asset: asset.id, amount: paid } }),
    ...(paid !== amount && { isAltered: true as const }),
  }
  switch (transaction.status) {
    case 'draft':
      return { ...base, state: 'none' }
    case 'signing':
      return { ...base, state: 'asking' }
    case 'unknown':
    case 'failed':
    case 'dropped':
    case 'replaced':
      return { ...base, state: transaction.status }
    case 'submitted':
    case 'confirmed':
      if (paid < amount) return { ...base, state: 'underpaid' }
      // Whether an order is settled is for the gateway to say.
      return { ...base, state: !order && isIn && confirmations >= needed ? 'settled' : 'sent' }
  }
}
