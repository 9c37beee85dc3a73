import type { Config } from '../config/schema.ts'
import type { ExchangePort, OnrampPort } from '../providers/onramp-port.ts'
import { checkedSeller } from './checked-seller.ts'
import { coinbaseSeller } from './coinbase-seller.ts'
import { sandboxExchange } from './sandbox-exchange.ts'
import { sandboxSeller } from './sandbox-seller.ts'

/** Who sells coins and who pays them out, as the operator configured; nobody by default. */
export function startOnramp({ onramp, exchanges }: Pick<Config, 'onramp' | 'exchanges'>): {
  readonly onramp: OnrampPort
  readonly exchanges: ExchangePort
} {
  const { coinbase, sandbox } = onramp
  const isKnownThere = coinbase && (coinbase.key !== undefined || coinbase.appId !== undefined)
  const sellers = [...(isKnownThere ? [coinbaseSeller(coinbase)] : []), ...(sandbox ? [sandboxSeller(sandbox)] : [])]
  const takers = exchanges.sandbox ? [sandboxExchange(exchanges.sandbox)] : []
  return {
    onramp: { sellers: new Map(sellers.map((seller) => [seller.provider.serviceProvider, checkedSeller(seller)])) },
    exchanges: { exchanges: new Map(takers.map((taker) => [taker.exchange.id, taker])) },
  }
}
