import type { PayTerms } from '@latchkey/core/pay'
import type { Modal } from '../contract/modal.ts'
import type { PayReceipt } from './receipt.ts'

/**
 * Opens the dialog's view Pay and resolves with the receipt, either when the payment is settled, or
 * when the visitor closes the dialog after the payment was sent. A visitor who has paid before,
 * even before a reload or in another tab, is shown that payment and does not pay twice. A visitor
 * without a connected wallet connects one first.
 * @param terms one of these: an order of the gateway by its id; a receiver with an asset and an
 *   amount in base units (bigint); a receiver with a currency and an amount of it (plain decimal)
 * @throws `modal-closed` when the visitor leaves before anything was sent | `order-not-found` |
 *   `order-closed` when the order's time is over | `feature-unsupported` when `features.pay` is off |
 *   `receiver-invalid` | `receiver-chain-mismatch` | `amount-invalid` | `token-required` |
 *   `chain-unsupported` | `config-invalid` | `read-unavailable` | `gateway-answer-invalid`
 *
 * @example
 * ```tsx
 * import { pay } from '@latchkey/modal/pay'
 *
 * export async function checkOut(order: string) {
 *   const { state, hash } = await pay(modal, { order })
 *   console.log(state, hash)
 * }
 * ```
 */
export async function pay(modal: Modal, terms: pay.Parameters): Promise<pay.ReturnType> {
  const { runPay } = await import('./run-pay.ts')
  return runPay(modal, terms)
}

export declare namespace pay {
  type Parameters = PayTerms
  type ReturnType = PayReceipt
}
