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
 * The state of a payment. `none`: nothing was sent. `asking`: the wallet is being asked. `unknown`:
 * the page was closed while the wallet was being asked. `failed`, `dropped` and `replaced`: a
 * transaction was sent, but it did not pay. The other states are those of an order.
 */
export type PaymentState =
  | Exclude<PaymentOrderState, 'open'>
  | 'none'
  | 'asking'
  | 'unknown'
  | 'failed'
  | 'dropped'
  | 'replaced'

/** The transaction that was sent for a bill. */
export interface SentPayment {
  readonly chain: ChainId
  readonly hash: string
  readonly from: AccountId
  readonly asset: AssetId
  /** Base units that arrived; until that is known, base units that were to be paid. */
  readonly amount: bigint
}

export interface PaymentStatus {
  readonly state: PaymentState
  /** The transaction that this browser sent; absent when it sent none. */
  readonly transaction?: Transaction
  readonly sent?: SentPayment
  readonly confirmations: number
  readonly needed: number
  /**
   * Whether the amount that arrived differs from the amount that was shown, because the wallet sent
   * something else.
   */
  readonly isAltered?: true
  readonly refund?: OrderRefund
}

export const noPayment: PaymentStatus = { state: 'none', confirmations: 0, needed: 1 }

/** States that a payment does not leave any more. */
export const finalStates: readonly PaymentState[] = [
  'settled',
  'refunded',
  'expired',
  'failed',
  'dropped',
  'replaced',
]

/**
 * Computes the state of a payment from the order at the gateway, the transaction in the kit and the
 * verdict of the chain. The order comes first, because the gateway also knows payments of other
 * browsers. While the gateway has not seen the payment, the chain's verdict decides.
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
        // The gateway may write the address of this account in another case, so the kit's own
        // spelling is kept.
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
      // Only the gateway decides whether an order is settled.
      return { ...base, state: !order && isIn && confirmations >= needed ? 'settled' : 'sent' }
  }
}
