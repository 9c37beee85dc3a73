import { type Options, stringify } from 'csv-stringify/sync'
import { formatUnits, getAddress } from 'viem'
import type { Sql } from '../../../data/sql.ts'
import { describeOrder } from '../../orders/state/describe-order.ts'
import type { StoredOrder } from '../../orders/state/order-rows.ts'
import { conditionFor, readStoredPage } from './read-orders.ts'

/**
 * Writes CSV fields (RFC 4180). Merchants choose title and reference, and token contracts choose
 * symbols, so text that would start a spreadsheet formula gets a leading apostrophe.
 */
const csvOptions: Options = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  quoted_match: /[\r\n]/,
}

const columns = [
  'created_at',
  'id',
  'state',
  'reference',
  'title',
  'price',
  'currency',
  'chain',
  'asset',
  'symbol',
  'asked',
  'paid',
  'payer',
  'transactions',
  'settled_at',
  'accepted_at',
  'refunded_at',
  'refund_note',
  'refund_transaction',
]

/**
 * Returns the orders of a project as CSV, newest first, and reads them page by page. Amounts are
 * decimals in whole units of the asset. The row of an unpaid order shows the order's first way to
 * pay.
 */
export function ordersAsCsv(db: Sql, project: string, limit = 200): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const condition = conditionFor(project, {})
  const state: { cursor: string | null | undefined } = { cursor: undefined }
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`${columns.join(',')}\r\n`)),
    async pull(controller) {
      const page = state.cursor ? { cursor: state.cursor, limit } : { limit }
      const { stored, next } = await readStoredPage(db, condition, page)
      state.cursor = next
      if (stored.length > 0)
        controller.enqueue(encoder.encode(stringify(stored.map(makeRow), csvOptions)))
      if (next === null) controller.close()
    },
  })
}

function makeRow(stored: StoredOrder): readonly string[] {
  const { order, options, payments } = stored
  const { payment } = describeOrder(stored)
  const option = options.find(({ asset }) => asset === payment?.asset) ?? options[0]
  const format = (amount: bigint): string => formatUnits(amount, option?.decimals ?? 0)
  const ofOption = payments.filter(({ position }) => position === option?.position)
  return [
    order.createdAt.toISOString(),
    order.id,
    order.state,
    order.reference ?? '',
    order.title ?? '',
    order.price?.amount ?? '',
    order.price?.currency ?? '',
    option?.chain ?? '',
    option?.asset ?? '',
    option?.symbol ?? '',
    option ? format(option.amount) : '',
    payment ? format(BigInt(payment.amount)) : '',
    ofOption[0] ? getAddress(ofOption[0].payer) : '',
    ofOption.map(({ hash }) => hash).join(' '),
    order.settledAt?.toISOString() ?? '',
    order.acceptedAt?.toISOString() ?? '',
    order.refundedAt?.toISOString() ?? '',
    order.refundNote ?? '',
    order.refundHash ?? '',
  ]
}
