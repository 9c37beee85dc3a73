import type { AccountId, AssetId, FungiblePrice } from '@latchkey/protocol'
import { addressOf, answerLimits, chainOf, isAccountId } from '@latchkey/protocol'
import { priceAnswerSchema } from '@latchkey/protocol/schema'
import type { Hex } from 'viem'
import { z } from 'zod'
import { currencies } from '../../../base/config/currencies.ts'
import { refusal } from '../../../base/refuse.ts'
import { coinOfChain, families, familyOfChain } from '../../../families/families.ts'
import { listedUnits } from '../../../families/shared/listed-units.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { proxiedIcon } from '../../images/proxied-icon.ts'

const json = z.object({
  currency: z.enum(currencies),
  // This shape is for the OpenAPI document only. The handler checks the addresses itself, so that
  // its refusal can name the wrong field.
  addresses: z
    .array(
      z
        .string()
        .max(200)
        .meta({ pattern: '^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$' }),
    )
    .max(answerLimits.prices)
    .meta({ minItems: 1 }),
})

/**
 * Creates the route `POST /v1/fungible/price`, which answers the prices of the requested addresses;
 * an address without a trustworthy price is left out.
 */
export function priceRoute({
  config,
  prices,
  tokens,
}: Pick<RouteServices, 'config' | 'prices' | 'tokens'>): Route {
  const unitsByAsset = listedUnits(config, families)
  return defineRoute({
    method: 'POST',
    paths: ['/v1/fungible/price'],
    summary: 'What one unit of each asset is worth in the currency asked for.',
    access: 'project',
    json,
    answer: priceAnswerSchema,
    described: { refusals: [503] },
    async handle({ context, json: { currency, addresses }, project, signal }) {
      if (addresses.length === 0) throw refusal(400, 'address', 'At least one address is needed')
      const ids = [...new Set(addresses)]
      if (!ids.every(isServedAsset))
        throw refusal(400, 'address', 'Addresses are CAIP-10, as eip155:1:0x…')
      const assetPrices = await prices.now(ids.map(toAssetId), currency, signal)
      const pricedIds = ids.filter((id) => assetPrices.has(toAssetId(id)))
      const metadataById = await readMetadata(pricedIds, signal)
      const fungibles = pricedIds.flatMap((id): readonly FungiblePrice[] => {
        const price = assetPrices.get(toAssetId(id))
        const metadata = metadataById.get(id)
        return price && metadata ? [{ address: id, ...metadata, price: Number(price.price) }] : []
      })
      return {
        json: { fungibles: fungibles.map((one) => proxiedIcon(one, 'iconUrl', context, project)) },
      }
    },
  })

  /**
   * Reads name, symbol and decimals: of a coin from the chain's configuration, of a token from the
   * operator's list or its contract.
   */
  async function readMetadata(
    ids: readonly AccountId[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<AccountId, Omit<FungiblePrice, 'address' | 'price'>>> {
    const chains = config.chains.filter(({ id }) => ids.some((one) => chainOf(one) === id))
    const chainMetadata = await Promise.all(
      chains.map(async ({ id: chain, nativeCurrency, iconUrl }) => {
        const chainTokenIds = ids.filter((id) => chainOf(id) === chain)
        // Token contracts are only read in chain families that can read any token (`also`); in
        // other families only the tokens that the operator lists have name and symbol.
        const contracts = chainTokenIds
          .filter((id) => !isCoin(id) && familyOfChain(chain)?.also)
          .map((id) => addressOf(id).toLowerCase() as Hex)
        const tokenFacts =
          contracts.length > 0 ? await tokens.find(chain, contracts, signal) : new Map()
        return chainTokenIds.flatMap((id) => {
          const tokenUnit = isCoin(id)
            ? { ...nativeCurrency, ...(iconUrl ? { iconUrl } : {}) }
            : (unitsByAsset.get(toAssetId(id)) ??
              tokenFacts.get(addressOf(id).toLowerCase() as Hex))
          if (!tokenUnit) return []
          const { name, symbol, decimals, iconUrl: icon } = tokenUnit
          return [[id, { name, symbol, decimals, ...(icon ? { iconUrl: icon } : {}) }] as const]
        })
      }),
    )
    return new Map(chainMetadata.flat())
  }
}

function isServedAsset(id: string): id is AccountId {
  if (!isAccountId(id)) return false
  return isCoin(id) || familyOfChain(chainOf(id))?.tokenOf(chainOf(id), addressOf(id)) !== undefined
}

function isCoin(id: AccountId): boolean {
  const family = familyOfChain(chainOf(id))
  return family?.coinAddress !== undefined && family.normal(addressOf(id)) === family.coinAddress
}

/** Returns the asset that a requested id means. */
function toAssetId(id: AccountId): AssetId {
  const chain = chainOf(id)
  return (
    (isCoin(id) ? undefined : familyOfChain(chain)?.tokenOf(chain, addressOf(id))) ??
    coinOfChain(chain)
  )
}
