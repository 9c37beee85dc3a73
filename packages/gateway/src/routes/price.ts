import type { AccountId, AssetId, FungiblePrice } from '@latchkey/protocol'
import { addressOf, answerLimits, chainOf, isAccountId } from '@latchkey/protocol'
import { priceAnswerSchema } from '@latchkey/protocol/schema'
import { type Hex, isAddress } from 'viem'
import { z } from 'zod'
import { currencies } from '../config/currencies.ts'
import { coinOf } from '../families/families.ts'
import { proxiedIcon } from '../proxied-icon.ts'
import { refusal } from '../refuse.ts'
import { type Parts, type Route, route } from '../route.ts'

/** Stands for the coin (facts 1.7). */
const coinPattern = /^0xe{40}$/i

const json = z.object({
  currency: z.enum(currencies),
  // Checked below, where the refusal names the field as facts 0 does; the document is told here.
  addresses: z
    .array(z.string().max(200).meta({ pattern: '^eip155:[\\da-zA-Z_-]{1,32}:0x[\\da-fA-F]{40}$' }))
    .max(answerLimits.prices)
    .meta({ minItems: 1 }),
})

/** `POST /v1/fungible/price` (facts 1.7), for every address asked; one without a trustworthy price is left out. */
export function priceRoute({ config, prices, tokens }: Pick<Parts, 'config' | 'prices' | 'tokens'>): Route {
  return route({
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
      if (!ids.every(isOurs)) throw refusal(400, 'address', 'Addresses are CAIP-10, as eip155:1:0x…')
      const known = await prices.now(ids.map(assetOf), currency, signal)
      const worth = ids.filter((id) => known.has(assetOf(id)))
      const faces = await facesOf(worth, signal)
      const fungibles = worth.flatMap((id): readonly FungiblePrice[] => {
        const price = known.get(assetOf(id))
        const face = faces.get(id)
        return price && face ? [{ address: id, ...face, price: Number(price.price) }] : []
      })
      return { json: { fungibles: fungibles.map((one) => proxiedIcon(one, 'iconUrl', context, project)) } }
    },
  })

  /** Name, symbol and decimals: of the chain for a coin, by the token port for a contract. */
  async function facesOf(
    ids: readonly AccountId[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<AccountId, Omit<FungiblePrice, 'address' | 'price'>>> {
    const chains = config.chains.filter(({ id }) => ids.some((one) => chainOf(one) === id))
    const found = await Promise.all(
      chains.map(async ({ id: chain, nativeCurrency, iconUrl }) => {
        const own = ids.filter((id) => chainOf(id) === chain)
        const contracts = own.filter((id) => !isCoin(id)).map((id) => addressOf(id).toLowerCase() as Hex)
        const facts = contracts.length > 0 ? await tokens.find(chain, contracts, signal) : new Map()
        return own.flatMap((id) => {
          const known = isCoin(id)
            ? { ...nativeCurrency, ...(iconUrl ? { iconUrl } : {}) }
            : facts.get(addressOf(id).toLowerCase() as Hex)
          if (!known) return []
          const { name, symbol, decimals, iconUrl: icon } = known
          return [[id, { name, symbol, decimals, ...(icon ? { iconUrl: icon } : {}) }] as const]
        })
      }),
    )
    return new Map(found.flat())
  }
}

function isOurs(id: string): id is AccountId {
  return isAccountId(id) && id.startsWith('eip155:') && isAddress(addressOf(id), { strict: false })
}

function isCoin(id: AccountId): boolean {
  return coinPattern.test(addressOf(id))
}

function assetOf(id: AccountId): AssetId {
  return isCoin(id) ? coinOf(chainOf(id)) : `${chainOf(id)}/erc20:${addressOf(id).toLowerCase()}`
}
