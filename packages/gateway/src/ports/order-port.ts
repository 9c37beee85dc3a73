import type { PaymentOrder } from '@latchkey/protocol'
import type { orderPaymentNoticeSchema, paymentOrderRequestSchema } from '@latchkey/protocol/schema'
import type { z } from 'zod'

/** Makes orders that visitors pay with their wallets, and returns their states. */
export interface OrderPort {
  /**
   * Finds the project to which a secret belongs.
   * @throws a refusal: 401 for a secret that is missing, unknown or revoked
   */
  authorize(secret: string | undefined): Promise<string>
  /**
   * Makes an order of a project. Repeating a request with the same reference returns the existing
   * order.
   * @throws a refusal: 409 when another request has used the reference, 422 for an asset that
   *   cannot be accepted, 503 when a node or the price source does not answer
   */
  create(
    projectId: string,
    request: z.output<typeof paymentOrderRequestSchema>,
    signal: AbortSignal,
  ): Promise<PaymentOrder>
  /**
   * Finds an order by its id.
   * @param origin - origin of the page that asks; undefined for a caller that is no page
   * @throws a refusal: 403 for an origin that the project does not allow, 404 for an unknown id
   */
  find(id: string, origin: string | undefined): Promise<PaymentOrder>
  /**
   * Stores a page's report that a transaction pays the order, and checks the transaction at once.
   * @throws a refusal: those of `find`, 409 for a transaction of another order, 422 for one that
   *   does not pay this order
   */
  tell(
    id: string,
    origin: string | undefined,
    notice: z.output<typeof orderPaymentNoticeSchema>,
    signal: AbortSignal,
  ): Promise<PaymentOrder>
}
