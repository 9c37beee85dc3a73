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

/**
 * The demo payment page of `apps/sandbox` as a seller: it moves coins of a local chain but no
 * money.
 */
export function sandboxSeller(
  config: NonNullable<Config['onramp']['sandbox']>,
  fetchUpstream?: Fetch,
): OnrampSeller {
  const callSandbox = askSandbox(config, fetchUpstream)
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
    // The answer is not validated here, because `checkedSeller`, which wraps this seller, does
    // that.
    options: async (signal) =>
      (await callSandbox('/api/options', undefined, signal)) as OnrampOptions,
    quote: async (request, signal) =>
      (await callSandbox('/api/quote', request, signal)) as OnrampQuoteAnswer,
    async start({ callerAddress: _, ...request }, signal) {
      const createdOrder = await callSandbox('/api/orders', request, signal)
      if (!isOnrampUrlAnswer(createdOrder) || !createdOrder.orderId)
        throw refusal(503, '', 'The sandbox makes no order')
      return { url: createdOrder.url, orderId: createdOrder.orderId }
    },
    async order(id, signal) {
      const order = await callSandbox(`/api/orders/${encodeURIComponent(id)}`, undefined, signal)
      if (order === undefined) return undefined
      if (!isOrderAnswer(order))
        throw refusal(503, '', 'The sandbox answers what cannot be believed')
      return order
    },
  }
}
