import type { AssetId, ChainId, OrderPayment, PaymentOrder } from '@latchkey/protocol'
import { getAddress } from 'viem'
import { judgeOrder, sumPayments } from './judge-order.ts'
import type { PaymentRow, StoredOrder } from './order-rows.ts'

/** Converts an order to the form that the calls under `/v1/orders` answer. */
export function describeOrder(stored: StoredOrder): PaymentOrder {
  const { order, options } = stored
  const payment = describePayment(stored)
  return {
    id: order.id,
    state: order.state,
    ...(order.title === null ? {} : { title: order.title }),
    ...(order.reference === null ? {} : { reference: order.reference }),
    ...(order.price === null ? {} : { price: order.price }),
    accepts: options.map(({ asset, chain, receiverText, amount, symbol, decimals }) => ({
      asset: asset as AssetId,
      chain: chain as ChainId,
      to: receiverText,
      amount: amount.toString(),
      symbol,
      decimals,
    })),
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    ...(payment ? { payment } : {}),
    ...(order.refundedAt
      ? {
          refund: {
            note: order.refundNote ?? '',
            ...(order.refundHash ? { hash: order.refundHash } : {}),
            at: order.refundedAt.toISOString(),
          },
        }
      : {}),
  }
}

/** Describes what was paid: the sum of the payments, with the hash of the newest one. */
function describePayment(stored: StoredOrder): OrderPayment | undefined {
  const { order, options } = stored
  const { payments } = judgeOrder(stored, order.expiresAt.getTime())
  const [first, last] = [payments[0], payments.at(-1)]
  const option = options.find(({ position }) => position === last?.position)
  if (!first || !last || !option) return undefined
  return {
    chain: last.chain as ChainId,
    hash: last.hash,
    from: getAddress(last.payer),
    asset: option.asset as AssetId,
    amount: sumPayments(payments).toString(),
    confirmations: Math.min(...payments.map((payment) => countConfirmations(payment, stored))),
    needed: last.needed,
    seenAt: first.seenAt.toISOString(),
    ...(order.settledAt ? { settledAt: order.settledAt.toISOString() } : {}),
  }
}

/** The block that contains the payment is its first confirmation. */
export function countConfirmations(
  { chain, block, needed, isConfirmed }: PaymentRow,
  { heads }: Pick<StoredOrder, 'heads'>,
): number {
  const counted = Math.max(heads.get(chain) ?? block, block) - block + 1
  return isConfirmed ? Math.max(counted, needed) : counted
}
