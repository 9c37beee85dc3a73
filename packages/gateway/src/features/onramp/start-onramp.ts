import type { Config } from '../../base/config/schema.ts'
import type { ExchangePort, OnrampPort } from '../../ports/onramp-port.ts'
import type { OperatorSettings } from '../../ports/operator-settings.ts'
import type { PricePort } from '../../ports/price-port.ts'
import { checkedSeller } from './checked-seller.ts'
import { coinbaseExchange } from './coinbase-exchange.ts'
import { coinbaseSeller } from './coinbase-seller.ts'
import { estimateQuote } from './estimate-quote.ts'
import { sandboxExchange } from './sandbox-exchange.ts'
import { sandboxSeller } from './sandbox-seller.ts'

/**
 * Creates the sellers and exchanges that are configured; none by default. A key that is changed in
 * the dashboard applies at once. If Coinbase had neither key nor `appId` before, it becomes
 * available at the next start.
 */
export async function startOnramp({
  config,
  prices,
  settings,
}: {
  readonly config: Pick<Config, 'onramp' | 'exchanges' | 'chains'>
  readonly prices: Pick<PricePort, 'now'>
  readonly settings?: OperatorSettings | undefined
}): Promise<{ readonly onramp: OnrampPort; readonly exchanges: ExchangePort }> {
  const { onramp, exchanges } = config
  const { coinbase, sandbox } = onramp
  const readKey = settings ? () => settings.get('onramp.coinbase.key') : async () => coinbase?.key
  const isCoinbaseUsable =
    coinbase && (coinbase.appId !== undefined || (await readKey()) !== undefined)
  const sellers = [
    ...(isCoinbaseUsable ? [coinbaseSeller(coinbase, { keyOf: readKey })] : []),
    ...(sandbox ? [sandboxSeller(sandbox)] : []),
  ]
  const hasKey = coinbase && (await readKey()) !== undefined
  const exchangeSellers = [
    ...(exchanges.coinbase && hasKey ? [coinbaseExchange(coinbase, { keyOf: readKey })] : []),
    ...(exchanges.sandbox ? [sandboxExchange(exchanges.sandbox)] : []),
  ]
  const estimate = estimateQuote(config, prices)
  const checkedSellers = sellers.map((seller) => checkedSeller(seller, estimate))
  return {
    onramp: {
      sellers: new Map(checkedSellers.map((seller) => [seller.provider.serviceProvider, seller])),
    },
    exchanges: {
      exchanges: new Map(
        exchangeSellers.map((exchangeSeller) => [exchangeSeller.exchange.id, exchangeSeller]),
      ),
    },
  }
}
