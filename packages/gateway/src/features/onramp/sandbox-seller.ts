import {
  isOnrampUrlAnswer,
  isOrderAnswer,
  type OnrampOptions,
  type OnrampQuoteAnswer,
  onrampFeeRangePercent,
} from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import type { OnrampSeller } from '../../ports/onramp-port.ts'
import { askSandbox } from './sandbox-api.ts'

/** The card page of `apps/sandbox`: it moves coins of a local chain but no money. */
export function sandboxSeller(
  config: NonNullable<Config['onramp']['sandbox']>,
  fetchUpstream?: Fetch,
): OnrampSeller {
  const ask = askSandbox(config, fetchUpstream)
  return {
    provider: {
      serviceProvider: 'sandbox',
      name: 'Sandbox card',
      categories: ['CRYPTO_ONRAMP'],
      status: 'SANDBOX',
      feePercent: onrampFeeRangePercent,
      chains: config.chains,
      isSandbox: true,
    },
    // `checkedSeller` validates the answer.
    options: async (signal) => (await ask('/api/options', undefined, signal)) as OnrampOptions,
    quote: async (wish, signal) => (await ask('/api/quote', wish, signal)) as OnrampQuoteAnswer,
    async start({ callerAddress: _, ...wish }, signal) {
      const made = await ask('/api/orders', wish, signal)
      if (!isOnrampUrlAnswer(made) || !made.orderId)
        throw refusal(503, '', 'The sandbox makes no order')
      return { url: made.url, orderId: made.orderId }
    },
    async order(id, signal) {
      const order = await ask(`/api/orders/${encodeURIComponent(id)}`, undefined, signal)
      if (order === undefined) return undefined
      if (!isOrderAnswer(order))
        throw refusal(503, '', 'The sandbox answers what cannot be believed')
      return order
    },
  }
}
