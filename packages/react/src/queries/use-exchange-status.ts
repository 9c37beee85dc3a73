import { exchangeStatusQuery, orderPollMs } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type QueryOf, type QueryOptions, useKitQuery } from './use-kit-query.ts'

export declare namespace useExchangeStatus {
  /** Parameters of the query; it does not run while `session` is undefined. */
  type Parameters = Omit<Input, 'session'> & {
    readonly session: Input['session'] | undefined
  } & QueryOptions
  type Data = ReturnType<typeof exchangeStatusQuery> extends QueryOf<infer D> ? D : never
}
type Input = Parameters<typeof exchangeStatusQuery>[1]

/**
 * The status of a deposit from an exchange. It is read every 2 s until the deposit has ended, also
 * after a read that failed.
 */
export function useExchangeStatus(
  parameters: useExchangeStatus.Parameters,
): UseQueryResult<useExchangeStatus.Data> {
  const { exchange, session, client, refetchIntervalMs = orderPollMs } = parameters
  return useKitQuery(
    (kit) => (session === undefined ? null : exchangeStatusQuery(kit, { exchange, session })),
    {
      ...(client && { client }),
      refetchIntervalMs,
      isOver: ({ status }) => status === 'SUCCESS' || status === 'FAILED',
    },
  )
}
