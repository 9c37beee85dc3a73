import { isOrderOver, orderPollMs, orderQuery } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useOrder {
  /** Parameters of the query; it does not run while `id` is undefined. */
  type Parameters = { readonly id: string | undefined } & QueryOptions
  type Data = ReturnType<typeof orderQuery> extends QueryOf<infer D> ? D : never
}

/**
 * The status of an order for coins. It is read every 2 s until the order has ended, also after a
 * read that failed.
 */
export function useOrder(parameters: useOrder.Parameters): UseQueryResult<useOrder.Data> {
  const { id, client, refetchIntervalMs = orderPollMs } = parameters
  return useKitQuery((kit) => (id === undefined ? null : orderQuery(kit, { id })), {
    ...(client && { client }),
    refetchIntervalMs,
    isOver: ({ status }) => isOrderOver(status),
  })
}
