import {
  type Asset,
  type AssetId,
  answerLimits,
  chainOf,
  isPriceAnswer,
  namespaceOf,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { decimalText } from '../amount/decimal.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { postToGateway } from './post.ts'
import { supportedChains } from './supported-chains.ts'
import { isSameAsset, toTokenId } from './token-id.ts'

/** Prices as decimal strings, by asset id; assets without a known price are left out. */
export type Prices = Readonly<Record<AssetId, string>>

/**
 * The highest price that is accepted. No unit of any asset is worth more, so a higher price is an
 * error of the gateway.
 */
const maxPrice = 1e13

/** Reads prices of assets, as described for `pricesQuery`. */
export async function readPrices(
  kit: Kit,
  {
    assets,
    currency,
    signal,
  }: {
    readonly assets: readonly Asset[]
    readonly currency: string
    readonly signal?: AbortSignal | undefined
  },
): Promise<Prices> {
  if (!kit.options.gateway) return {}
  return withTimeout(rpcTimeoutMs, signal, async (innerSignal) => {
    const { http } = await supportedChains(kit, innerSignal)
    const assetsByTokenId = new Map<string, AssetId>()
    for (const asset of assets) {
      const chain = kit.chains.find(({ id }) => id === chainOf(asset.id))
      if (!chain || !http.includes(chain.id) || assetsByTokenId.size === answerLimits.prices)
        continue
      const adapter = adapterOf(kit, namespaceOf(chain.id))
      // The gateway's protocol can name a chain's coin only on Ethereum-like chains, so the coins
      // of other chains are skipped.
      if (adapter.namespace !== 'eip155' && isSameAsset(asset.id, adapter.nativeAsset(chain).id))
        continue
      assetsByTokenId.set(toTokenId(adapter, chain, asset), asset.id)
    }
    if (assetsByTokenId.size === 0) return {}
    const assetIdOf = (address: string): AssetId | undefined =>
      [...assetsByTokenId].find(([known]) => isSameAsset(known, address))?.[1]
    const { fungibles } = await postToGateway(kit, 'v1/fungible/price', {
      body: {
        projectId: kit.options.gateway?.project,
        currency,
        addresses: [...assetsByTokenId.keys()],
      },
      read: (answer) => (isPriceAnswer(answer) ? answer : null),
      isRepeatable: true,
      signal: innerSignal,
    })
    return Object.fromEntries(
      fungibles.flatMap(({ address, price }) => {
        const id = assetIdOf(address)
        return id !== undefined && price > 0 && price <= maxPrice ? [[id, decimalText(price)]] : []
      }),
    )
  })
}
