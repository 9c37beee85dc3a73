import type { AccountId, AssetId, ChainId, TokenBalance } from '@latchkey/protocol'
import { addressOf, answerLimits, chainOf, isAccountId, isChainId } from '@latchkey/protocol'
import { balanceAnswerSchema, chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { boundedCache } from '../../../base/bounded-cache.ts'
import { currencies } from '../../../base/config/currencies.ts'
import { computeWorth } from '../../../base/money/compute-worth.ts'
import { refusal } from '../../../base/refuse.ts'
import { coinOfChain, familyOfChain } from '../../../families/families.ts'
import { readAccount } from '../../../families/read-account.ts'
import type { Price } from '../../../ports/price-port.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { proxiedIcon } from '../../images/proxied-icon.ts'

/**
 * Milliseconds that an answer is cached, and maximum number of entries of `forceUpdate` in one
 * request, which bypass the cache.
 */
const cacheMs = 10_000
const forcedLimit = 50

const query = z.object({
  currency: z.enum(currencies),
  chainId: chainIdSchema.optional(),
  forceUpdate: z.string().max(8192).optional(),
})

/**
 * Creates the route `GET /v1/account/{address}/balance`. Without `chainId` it answers for every
 * configured chain on which the address is valid.
 */
export function balanceRoute({
  config,
  balances,
  prices,
  index,
}: Pick<RouteServices, 'config' | 'balances' | 'prices' | 'index'>): Route {
  const balanceCache = boundedCache<readonly TokenBalance[]>(5_000, cacheMs)
  return defineRoute({
    method: 'GET',
    paths: ['/v1/account/:address/balance'],
    summary: 'What an account holds, with prices in the currency asked for.',
    access: 'project',
    query,
    answer: balanceAnswerSchema,
    described: { refusals: [503] },
    async handle({ context, query: { currency, chainId, forceUpdate }, project, signal }) {
      const address = context.req.param('address') ?? ''
      const { account, chains } = readAccount(address, chainId, config)
      const forcedTokensByChain = readForced(forceUpdate)
      const readBalances = async (chain: ChainId): Promise<readonly TokenBalance[]> => {
        index.want(chain, account)
        const key = `${chain}:${account}`
        const forcedTokens = forcedTokensByChain.get(chain)
        const cachedBalances = forcedTokens ? undefined : balanceCache.get(key)
        if (cachedBalances) return cachedBalances
        const balanceAnswer = await balances.read({
          chain,
          address: account,
          also: forcedTokens ?? [],
          signal,
        })
        balanceCache.set(key, balanceAnswer)
        return balanceAnswer
      }
      const outcomes = await Promise.allSettled(chains.map(readBalances))
      const failures = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      )
      // If only some chains failed, the balances of the others are returned. If all failed, the
      // call fails, because an empty portfolio would be wrong.
      if (failures.length > 0 && failures.length === chains.length) throw failures[0]
      const heldBalances = outcomes
        .flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
        .slice(0, answerLimits.balances)
      const assetPrices = await prices
        .now(heldBalances.map(makeAssetId), currency, signal)
        .catch(() => new Map<AssetId, Price>())
      const missingChains = chains.filter(
        (_, chainIndex) => outcomes[chainIndex]?.status === 'rejected',
      )
      return {
        json: {
          balances: heldBalances.map((one) =>
            proxiedIcon(
              addPrice(one, assetPrices.get(makeAssetId(one))),
              'iconUrl',
              context,
              project,
            ),
          ),
          ...(missingChains.length > 0 ? { missing: missingChains } : {}),
        },
      }
    },
  })
}

function makeAssetId({ chainId, address }: TokenBalance): AssetId {
  const token = address
    ? familyOfChain(chainOf(address))?.tokenOf(chainOf(address), addressOf(address))
    : undefined
  return token ?? coinOfChain(chainId as ChainId)
}

function addPrice(balance: TokenBalance, price: Price | undefined): TokenBalance {
  const value = price && computeWorth(balance.quantity.numeric, price.price)
  return price && value !== undefined
    ? { ...balance, price: Number(price.price), value: Number(value) }
    : balance
}

/**
 * Reads the entries of `forceUpdate` that bypass the cache, by chain. The text is a comma-separated
 * list of CAIP-10 ids of tokens and of CAIP-2 chains; a chain stands for its coin and its known
 * tokens.
 */
function readForced(text = ''): ReadonlyMap<ChainId, readonly string[]> {
  const ids = text.split(',').filter((id) => id !== '')
  const tokensByChain = new Map<ChainId, readonly string[]>()
  for (const id of ids) {
    if (isChainId(id) && familyOfChain(id) && ids.length <= forcedLimit) {
      tokensByChain.set(id, tokensByChain.get(id) ?? [])
      continue
    }
    const family = isAccountId(id) ? familyOfChain(chainOf(id)) : undefined
    const token = family?.also?.(addressOf(id as AccountId))
    if (token === undefined || ids.length > forcedLimit)
      throw refusal(
        400,
        'forceUpdate',
        `At most ${forcedLimit} CAIP-10 token addresses or CAIP-2 chains, with commas between them`,
      )
    const chain = chainOf(id as AccountId)
    tokensByChain.set(chain, [
      ...(tokensByChain.get(chain) ?? []),
      ...(token === family?.coinAddress ? [] : [token]),
    ])
  }
  return tokensByChain
}
