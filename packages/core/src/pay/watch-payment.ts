import { type ChainId, hasCode, isPaymentOrder, namespaceOf } from '@latchkey/protocol'
import type { ChainVerdict } from '../contract/reader.ts'
import type { Stop } from '../contract/stop.ts'
import { postToGateway } from '../gateway/post.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import type { Transaction } from '../machine/state.ts'
import { readSource } from '../rpc/read-source.ts'
import type { Bill } from './bill.ts'
import { finalStates, type PaymentStatus, paymentStatus } from './payment-status.ts'
import { findPayment, keepPayments } from './payments.ts'
import { readOrder } from './read-order.ts'

/**
 * Milliseconds between two reads of a payment: while a transaction is on its way, and while the
 * payment waits for the visitor or the merchant.
 */
const pollMs = 2_000
const slowPollMs = 8_000

/** Transactions that were reported to the gateway, as `order chain hash`. */
const reportedOf: (kit: Kit) => Set<string> = perKit(() => new Set())

/**
 * Follows the payment of a bill until its state is final. It reports the transaction of this
 * browser to the gateway, and reads the state from the gateway and the chain. Reads that fail are
 * tried again.
 * @param onChange called with the first status at once, then with each status that differs
 */
export function watchPayment(
  kit: Kit,
  { bill: firstBill, onChange }: watchPayment.Parameters,
): Stop {
  const controller = new AbortController()
  const { signal } = controller
  let bill = firstBill
  let verdict: ChainVerdict | undefined
  let latest = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = (): PaymentStatus => {
    const status = paymentStatus(bill, findTransaction(kit, bill.id), verdict, Date.now())
    const text = JSON.stringify(status, (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    if (text !== latest && !signal.aborted) {
      latest = text
      onChange(status)
    }
    return status
  }
  const look = async (): Promise<void> => {
    timer = undefined
    const transaction = findTransaction(kit, bill.id)
    if (bill.order && transaction?.hash) await tellGateway(kit, bill.id, transaction)
    const [order, read] = await Promise.all([
      bill.order && readOrder(kit, { order: bill.id, signal }).catch(() => undefined),
      transaction && readVerdict(kit, transaction, signal).catch(() => undefined),
    ])
    if (signal.aborted) return
    if (order) bill = { ...bill, order }
    verdict = read ?? verdict
    const { state } = report()
    if (finalStates.includes(state) && state !== 'expired') return stop()
    timer = setTimeout(look, state === 'sent' ? pollMs : slowPollMs)
  }
  const stopWatching = kit.watch((event) => {
    // A transaction that another tab sent comes into this kit with the event `restored`.
    if (!event.type.startsWith('transaction-') && event.type !== 'restored') return
    const { state } = report()
    // A transaction that was just sent is reported to the gateway at once, without waiting for the
    // timer.
    if (state !== 'sent' || timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    void look()
  })
  const stop = (): void => {
    controller.abort()
    clearTimeout(timer)
    stopWatching()
  }
  keepPayments(kit)
  report()
  void look()
  return stop
}

export declare namespace watchPayment {
  type Parameters = {
    readonly bill: Bill
    readonly onChange: (status: PaymentStatus) => void
  }
}

/** Returns the newest transaction for a bill, even if it did not pay. */
function findTransaction(kit: Kit, id: string): Transaction | undefined {
  const paid = findPayment(kit, id)
  if (paid) return paid
  return Object.values(kit.getState().transactions)
    .filter(({ payment, status }) => payment?.id === id && status !== 'draft')
    .sort((a, b) => b.createdAt - a.createdAt)[0]
}

async function readVerdict(
  kit: Kit,
  { chain, hash, from, asset, to, status }: Transaction,
  signal: AbortSignal,
): Promise<ChainVerdict | undefined> {
  if (!hash || (status !== 'submitted' && status !== 'confirmed')) return undefined
  const { read } = adapterOf(kit, namespaceOf(chain))
  return read.verdict(readSource(kit, { chain, signal }), { hash, from, pays: { asset, to } })
}

/**
 * Reports a transaction to the gateway once. When the report fails, the next read reports it again;
 * the gateway may also find the transaction by its mark.
 */
async function tellGateway(
  kit: Kit,
  order: string,
  { chain, hash }: { readonly chain: ChainId; readonly hash?: string },
): Promise<void> {
  const key = `${order} ${chain} ${hash}`
  const reported = reportedOf(kit)
  if (reported.has(key)) return
  try {
    await postToGateway(kit, `v1/orders/${order}/payments`, {
      body: { chain, hash },
      read: (answer) => (isPaymentOrder(answer) ? answer : null),
      isRepeatable: true,
    })
    reported.add(key)
  } catch (cause) {
    // The gateway refuses a transaction that cannot pay the order. Reporting it again would change
    // nothing.
    if (hasCode(cause, 'gateway-refused')) reported.add(key)
  }
}
