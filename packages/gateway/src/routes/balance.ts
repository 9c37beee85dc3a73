import type { TokenBalance } from '@latchkey/protocol'
import { balanceAnswerSchema, chainIdSchema } from '@latchkey/protocol/schema'
import { isAddress } from 'viem'
import { z } from 'zod'
import { boundedCache } from '../bounded-cache.ts'
import { currencies } from '../config/currencies.ts'
import { proxiedIcon } from '../proxied-icon.ts'
import { refusal } from '../refuse.ts'
import { type Parts, type Route, route } from '../route.ts'

/** Facts 1.4. */
const cacheMs = 10_000

const query = z.object({
  currency: z.enum(currencies),
  chainId: chainIdSchema.optional(),
  forceUpdate: z.string().max(8192).optional(),
})

/** `GET /v1/account/{address}/balance` (facts 1.4); without `chainId`, on every chain of the operator. */
export function balanceRoute({ config, balances }: Pick<Parts, 'config' | 'balances'>): Route {
  const kept = boundedCache<readonly TokenBalance[]>(5_000, cacheMs)
  return route({
    method: 'GET',
    paths: ['/v1/account/:address/balance'],
    access: 'project',
    query,
    answer: balanceAnswerSchema,
    async handle({ context, query: { chainId, forceUpdate }, project, signal }) {
      const address = context.req.param('address') ?? ''
      if (!isAddress(address, { strict: false })) throw refusal(400, 'address', 'This is no account address')
      const chains = chainId ? [chainId] : config.chains.map(({ id }) => id).filter((id) => id.startsWith('eip155:'))
      const read = async (chain: (typeof chains)[number]): Promise<readonly TokenBalance[]> => {
        const key = `${chain}:${address.toLowerCase()}`
        const known = forceUpdate ? undefined : kept.get(key)
        if (known) return known
        const found = await balances.read(chain, address, signal)
        kept.set(key, found)
        return found
      }
      const all = (await Promise.all(chains.map(read))).flat()
      return { json: { balances: all.map((one) => proxiedIcon(one, 'iconUrl', context, project)) } }
    },
  })
}
