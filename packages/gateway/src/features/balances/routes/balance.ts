import type { AccountId, AssetId, ChainId, TokenBalance } from '@latchkey/protocol'
import { addressOf, answerLimits, chainOf, isAccountId, isChainId } from '@latchkey/protocol'
import { balanceAnswerSchema, chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { boundedCache } from '../../../base/bounded-cache.ts'
import { currencies } from '../../../base/config/currencies.ts'
import { worthOf } from '../../../base/money/worth-of.ts'
import { refusal } from '../../../base/refuse.ts'
import { coinOf, familyOf } from '../../../families/families.ts'
import { readAccount } from '../../../families/read-account.ts'
import type { Price } from '../../../ports/price-port.ts'
import { defineRoute, type Parts, type Route } from '../../../ports/route.ts'
import { proxiedIcon } from '../../images/proxied-icon.ts'

/**
 * Milliseconds that an answer is cached, and most entries of one call that may bypass the cache.
 */
const cacheMs = 10_000
const forcedLimit = 50

const query = z.object({
  currency: z.enum(currencies),
  chainId: chainIdSchema.optional(),
  forceUpdate: z.string().max(8192).optional(),
})

/**
 * `GET /v1/account/{address}/balance`; without `chainId`, on every configured chain that the
 * address can be on.
 */
export function balanceRoute({
  config,
  balances,
  prices,
  index,
}: Pick<Parts, 'config' | 'balances' | 'prices' | 'index'>): Route {
  const kept = boundedCache<readonly TokenBalance[]>(5_000, cacheMs)
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
      const forced = readForced(forceUpdate)
      const readBalances = async (chain: ChainId): Promise<readonly TokenBalance[]> => {
        index.want(chain, account)
        const key = `${chain}:${account}`
        const also = forced.get(chain)
        const known = also ? undefined : kept.get(key)
        if (known) return known
        const found = await balances.read({ chain, address: account, also: also ?? [], signal })
        kept.set(key, found)
        return found
      }
      const outcomes = await Promise.allSettled(chains.map(readBalances))
      const failed = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      )
      // A part of the chains is a usable answer; if all failed, an empty portfolio would be wrong.
      if (failed.length > 0 && failed.length === chains.length) throw failed[0]
      const held = outcomes
        .flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
        .slice(0, answerLimits.balances)
      const known = await prices
        .now(held.map(assetOf), currency, signal)
        .catch(() => new Map<AssetId, Price>())
      const missing = chains.filter((_, at) => outcomes[at]?.status === 'rejected')
      return {
        json: {
          balances: held.map((one) =>
            proxiedIcon(withPrice(one, known.get(assetOf(one))), 'iconUrl', context, project),
          ),
          ...(missing.length > 0 ? { missing } : {}),
        },
      }
    },
  })
}

function assetOf({ chainId, address }: TokenBalance): AssetId {
  const token = address
    ? familyOf(chainOf(address))?.tokenOf(chainOf(address), addressOf(address))
    : undefined
  return token ?? coinOf(chainId as ChainId)
}

function withPrice(balance: TokenBalance, price: Price | undefined): TokenBalance {
  const value = price && worthOf(balance.quantity.numeric, price.price)
  return price && value !== undefined
    ? { ...balance, price: Number(price.price), value: Number(value) }
    : balance
}

/**
 * Reads the entries that bypass the cache, by chain: a comma-separated list of tokens as CAIP-10
 * ids, and of chains, which mean the coin and known tokens.
 */
function readForced(text = ''): ReadonlyMap<ChainId, readonly string[]> {
  const ids = text.split(',').filter((id) => id !== '')
  const forced = new Map<ChainId, readonly string[]>()
  for (const id of ids) {
    if (isChainId(id) && familyOf(id) && ids.length <= forcedLimit) {
      forced.set(id, forced.get(id) ?? [])
      continue
    }
    const family = isAccountId(id) ? familyOf(chainOf(id)) : undefined
    const token = family?.also?.(addressOf(id as AccountId))
    if (token === undefined || ids.length > forcedLimit)
      throw refusal(
        400,
        'forceUpdate',
        `At most ${forcedLimit} CAIP-10 token addresses or CAIP-2 chains, with commas between them`,
      )
    const chain = chainOf(id as AccountId)
    forced.set(chain, [
      ...(forced.get(chain) ?? []),
      ...(token === family?.coinAddress ? [] : [token]),
    ])
  }
  return forced
}
