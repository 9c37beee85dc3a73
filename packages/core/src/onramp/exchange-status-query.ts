import { type ExchangeStatusResult, isExchangeStatusResult } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * The status of a deposit from an exchange. The result never counts as fresh; it should be read
 * every `orderPollMs` milliseconds until it is `SUCCESS` or `FAILED`.
 * @throws `exchange-unavailable` | `aborted`
 */
export function exchangeStatusQuery(
  kit: Kit,
  { exchange, session }: exchangeStatusQuery.Parameters,
): Query<ExchangeStatusResult> {
  return withErrorTexts({
    queryKey: queryKey(kit, 'exchange-status', exchange, session),
    async queryFn({ signal } = {}) {
      const { askExchange } = await import('./ask-exchange.ts')
      return askExchange(kit, {
        method: 'reown_getExchangeBuyStatus',
        params: { exchangeId: exchange, sessionId: session },
        isRepeatable: true,
        signal,
        read: (result) => (isExchangeStatusResult(result) ? result : null),
      })
    },
    staleTime: 0,
  })
}

export declare namespace exchangeStatusQuery {
  type Parameters = {
    /** Id of the exchange. */
    readonly exchange: string
    /** Id of the deposit's session, which `startExchange` returned. */
    readonly session: string
  }
}
