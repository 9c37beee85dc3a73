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

/** Milliseconds between two looks at a payment that is under way, and at one that waits for people. */
const pollMs = 2_000
const slowPollMs = 8_000

/** Transactions that the gateway was told of, as `order chain hash`. */
const reportedOf: (kit: Kit) => Set<string> = perKit(() => new Set())

/**
 * Follows the payment of a bill until its state is final: it tells the gateway what this browser
 * sent, and asks gateway and chain. Reads that fail are tried again.
 * @param onChange called with the first status at once, then with each that differs
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
    // Transactions of other tabs are restored.
    if (!event.type.startsWith('transaction-') && event.type !== 'restored') return
    const { state } = report()
    // The gateway hears of what was sent at once.
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

/** The newest transaction for a bill, also one that did not pay. */
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
 * Tells the gateway of a transaction, once. When that fails, the gateway finds it by its mark, and
 * the next look tells it again.
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
    // The gateway refuses what it cannot use; to say it again changes nothing.
    if (hasCode(cause, 'gateway-refused')) reported.add(key)
  }
}
