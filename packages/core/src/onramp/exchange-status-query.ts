import { type ExchangeStatusResult, isExchangeStatusResult } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey, withErrorTexts } from '../machine/query.ts'

/**
 * The status of a deposit; never fresh, to be read every `orderPollMs` until `SUCCESS` or `FAILED`.
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
    /** Session id from `startExchange`. */
    readonly session: string
  }
}
