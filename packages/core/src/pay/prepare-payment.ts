import { type AccountId, inWords } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { draftSend } from '../send/draft-send.ts'
import type { SendDraft } from '../send/send-draft.ts'
import { type Bill, type BillOption, isSameBill } from './bill.ts'
import { findPayment, keepPayments } from './payments.ts'
import { readOrderBill } from './read-order.ts'

/**
 * Drafts the transfer that pays a bill. The chain is read; the wallet is not asked for anything.
 * @throws `order-closed` when the bill is paid already or its time is over | what `prepareSend`
 *   throws
 */
export function preparePayment(
  kit: Kit,
  parameters: preparePayment.Parameters,
): Promise<SendDraft> {
  return inWords(runPreparePayment(kit, parameters))
}

async function runPreparePayment(
  kit: Kit,
  { bill, option, account, signal }: preparePayment.Parameters,
): Promise<SendDraft> {
  checkOpen(kit, bill)
  keepPayments(kit)
  const { asset, to, amount } = option
  return draftSend(kit, { asset, to, amount, account, signal, payment: noteOf(bill) })
}

export declare namespace preparePayment {
  type Parameters = {
    readonly bill: Bill
    /** The chosen way to pay, one of `bill.options`. */
    readonly option: BillOption
    /** The account that pays, on the option's chain. It is the one that its wallet has selected. */
    readonly account: AccountId
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * Returns the note about the bill that the transaction carries. The note of an order has the
 * order's id as its mark, which the gateway looks for.
 */
export function noteOf({
  id,
  title,
  order,
}: Bill): NonNullable<SendDraft['transaction']['payment']> {
  return { id, ...(title && { title }), ...(order && { mark: `0x${id}` }) }
}

/**
 * @throws `order-closed`
 */
export function checkOpen(kit: Kit, { id, order, expiresAt }: Bill): void {
  if (order && order.state !== 'open') refuseWith('order-closed', `it is ${order.state}`)
  if (expiresAt !== undefined && expiresAt <= Date.now())
    refuseWith('order-closed', 'it is expired')
  const paid = findPayment(kit, id)
  if (paid) refuseWith('order-closed', `its payment is ${paid.status}`)
}

/**
 * Reads an order again and compares it to the order that the visitor sees.
 * @throws `order-changed` | `order-closed` | what the read throws
 */
export async function checkUnchanged(
  kit: Kit,
  bill: Bill,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!bill.order) return checkOpen(kit, bill)
  const latest = await readOrderBill(kit, { order: bill.id, signal })
  checkOpen(kit, latest)
  if (!isSameBill(bill, latest)) refuseWith('order-changed', bill.id)
}
