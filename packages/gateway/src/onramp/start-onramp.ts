import type { Config } from '../config/schema.ts'
import type { ExchangePort, OnrampPort } from '../providers/onramp-port.ts'
import type { PricePort } from '../providers/price-port.ts'
import { checkedSeller } from './checked-seller.ts'
import { coinbaseSeller } from './coinbase-seller.ts'
import { estimateQuote } from './estimate-quote.ts'
import { sandboxExchange } from './sandbox-exchange.ts'
import { sandboxSeller } from './sandbox-seller.ts'

/** Who sells coins and who pays them out, as the operator configured; nobody by default. */
export function startOnramp({
  config,
  prices,
}: {
  readonly config: Pick<Config, 'onramp' | 'exchanges' | 'chains'>
  readonly prices: Pick<PricePort, 'now'>
}): { readonly onramp: OnrampPort; readonly exchanges: ExchangePort } {
  const { onramp, exchanges } = config
  const { coinbase, sandbox } = onramp
  const isKnownThere = coinbase && (coinbase.key !== undefined || coinbase.appId !== undefined)
  const sellers = [...(isKnownThere ? [coinbaseSeller(coinbase)] : []), ...(sandbox ? [sandboxSeller(sandbox)] : [])]
  const takers = exchanges.sandbox ? [sandboxExchange(exchanges.sandbox)] : []
  const estimate = estimateQuote(config, prices)
  const checked = sellers.map((seller) => checkedSeller(seller, estimate))
  return {
    onramp: { sellers: new Map(checked.map((seller) => [seller.provider.serviceProvider, seller])) },
    exchanges: { exchanges: new Map(takers.map((taker) => [taker.exchange.id, taker])) },
  }
}
