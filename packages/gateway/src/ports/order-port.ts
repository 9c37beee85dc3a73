import type { PaymentOrder } from '@latchkey/protocol'
import type { orderPaymentNoticeSchema, paymentOrderRequestSchema } from '@latchkey/protocol/schema'
import type { z } from 'zod'

/** Makes orders that visitors pay by their wallets, and tells how far they are. */
export interface OrderPort {
  /**
   * Finds the project to which a secret belongs.
   * @throws a refusal: 401 for a secret that is missing, unknown or revoked
   */
  authorize(secret: string | undefined): Promise<string>
  /**
   * Makes an order of a project. The same reference and the same request answer the same order
   * again.
   * @throws a refusal: 409 for a reference of another order, 422 for an
   *   asset that cannot be accepted, 503 when a node or the price does not answer
   */
  create(
    projectId: string,
    request: z.output<typeof paymentOrderRequestSchema>,
    signal: AbortSignal,
  ): Promise<PaymentOrder>
  /**
   * Finds an order by its id, for a page of the given origin.
   * @param origin - origin of the page; undefined for a caller that is no page
   * @throws a refusal: 403 for an origin that the project does not allow, 404 for an unknown id
   */
  find(id: string, origin: string | undefined): Promise<PaymentOrder>
  /**
   * Takes note of a transaction of which a page says that it pays the order, and looks at it.
   * @throws a refusal: as `find`, 409 for a transaction of another order, 422 for one that does not
   *   pay this order
   */
  tell(
    id: string,
    origin: string | undefined,
    notice: z.output<typeof orderPaymentNoticeSchema>,
    signal: AbortSignal,
  ): Promise<PaymentOrder>
}
