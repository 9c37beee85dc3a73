import { readSettlement, type Settlement } from './wire/read-settlement.ts'

/**
 * Returns what a server says about the payment for an answer; undefined when it says nothing, for
 * example because the answer cost nothing. A page on another origin can read this only if the
 * server exposes the header `PAYMENT-RESPONSE`.
 *
 * @example
 * import { paymentOf } from '@latchkey/x402'
 *
 * export const wasPaid = (response: Response) => paymentOf(response)?.success === true
 */
export function paymentOf(response: Response): Settlement | undefined {
  return readSettlement(response.headers)
}
