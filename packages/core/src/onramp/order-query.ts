import { isOrderAnswer, type OrderAnswer } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'
import { onrampFailure } from './onramp-failure.ts'

/**
 * The status of an order for coins. The result never counts as fresh; it should be read every
 * `orderPollMs` milliseconds until `isOrderOver` returns true.
 * @throws `onramp-unavailable` | `aborted`
 */
export function orderQuery(kit: Kit, { id }: orderQuery.Parameters): Query<OrderAnswer> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'onramp-order', id),
    async queryFn({ signal } = {}) {
      const { getFromGateway } = await import('../gateway/get.ts')
      return getFromGateway(kit, `v1/onramp/orders/${encodeURIComponent(id)}`, {
        signal,
        read: (answer) => (isOrderAnswer(answer) && answer.id === id ? answer : null),
      }).catch((cause) => {
        throw onrampFailure(cause, 'onramp-unavailable')
      })
    },
    staleTime: 0,
  })
}

export declare namespace orderQuery {
  type Parameters = {
    /** Id of the order: the `orderId` that `startOnramp` returned. */
    readonly id: string
  }
}
