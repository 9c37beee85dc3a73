import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { TransferEstimate } from '../contract/reader.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { Transaction } from '../machine/state.ts'
import { send } from '../send/send.ts'
import type { Bill, BillOption } from './bill.ts'
import { checkUnchanged, noteOf } from './prepare-payment.ts'

/** Ids of the bills that this page is paying at the moment. */
const payingIds: (kit: Kit) => Set<string> = perKit(() => new Set())

/**
 * Asks the wallet to pay a bill, after the order was read again and found to be the one that the
 * visitor sees. Of several tabs of the site, only one pays a bill at a time.
 * @throws `order-closed` when another tab is paying the order, when it is paid or when its time is
 *   over | `order-changed` | what `send` throws
 */
export function sendPayment(kit: Kit, parameters: sendPayment.Parameters): Promise<Transaction> {
  return inWords(withLock(kit, parameters.bill.id, () => runSendPayment(kit, parameters)))
}

async function runSendPayment(
  kit: Kit,
  { id, estimate, bill, option, signal }: sendPayment.Parameters,
): Promise<Transaction> {
  const draft = readOwnField(kit.getState().transactions, id)
  if (draft?.status !== 'draft') return refuseWith('transaction-unknown', id)
  checkDraft(draft, bill, option)
  await checkUnchanged(kit, bill, signal)
  return send(kit, { id, estimate, signal })
}

export declare namespace sendPayment {
  type Parameters = {
    /** Id of the draft that `preparePayment` made. */
    readonly id: string
    /** The estimate that `preparePayment` returned. */
    readonly estimate?: TransferEstimate | undefined
    /** The bill and the option that the visitor sees. */
    readonly bill: Bill
    readonly option: BillOption
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * Checks that the draft pays the bill and option that are shown, because the draft may have been
 * made for an earlier version of the bill. What is signed must be what is shown.
 */
function checkDraft(
  { to, asset, amount, payment }: Transaction,
  bill: Bill,
  option: BillOption,
): void {
  const isSame =
    to === option.to &&
    asset.id === option.asset.id &&
    asset.decimals === option.asset.decimals &&
    amount === option.amount &&
    payment?.id === bill.id &&
    payment.mark === noteOf(bill).mark
  if (!isSame) refuseWith('order-changed', bill.id)
}

async function withLock<T>(kit: Kit, id: string, run: () => Promise<T>): Promise<T> {
  const paying = payingIds(kit)
  if (paying.has(id)) throw new LatchkeyError('order-closed', { reason: 'it is being paid' })
  paying.add(id)
  try {
    const { locks } = globalThis.navigator ?? {}
    // A page without TLS has no Web Locks. On such a page, only the stored payment shows that
    // another tab has paid.
    if (!locks) return await run()
    return await locks.request(`latchkey.${kit.id}.pay.${id}`, { ifAvailable: true }, (lock) => {
      if (!lock) throw new LatchkeyError('order-closed', { reason: 'another tab is paying it' })
      return run()
    })
  } finally {
    paying.delete(id)
  }
}
