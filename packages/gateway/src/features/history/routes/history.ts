import type { HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { chainIdSchema, historyAnswerSchema } from '@latchkey/protocol/schema'
import type { Context } from 'hono'
import { z } from 'zod'
import { currencies } from '../../../base/config/currencies.ts'
import { mapInSlices } from '../../../base/map-in-slices.ts'
import { refusal } from '../../../base/refuse.ts'
import type { Project } from '../../../data/project-store.ts'
import { readAccount } from '../../../families/read-account.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { proxiedIcon } from '../../images/proxied-icon.ts'

const pageSize = 50

const query = z.object({
  chainId: chainIdSchema.optional(),
  cursor: z.string().max(4_096).optional(),
  currency: z.enum(currencies).default('usd'),
  onramp: z.string().max(64).optional(),
})

/**
 * Creates the route `GET /v1/account/{address}/history`. Without `chainId` it answers for every
 * chain with a source of history on which the address is valid.
 */
export function historyRoute({
  config,
  history,
}: Pick<RouteServices, 'config' | 'history'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/account/:address/history'],
    summary: 'Transactions of an account, newest first, 50 a page',
    access: 'project',
    query,
    answer: historyAnswerSchema,
    described: { refusals: [503] },
    async handle({ context, query: { chainId, cursor, currency, onramp }, project, signal }) {
      const address = context.req.param('address') ?? ''
      if (onramp !== undefined && onramp !== 'coinbase')
        throw refusal(400, 'provider', `The provider ${onramp} is not known`)
      if (chainId && !config.chains.some(({ id }) => id === chainId))
        throw refusal(400, 'chainId', `Chain ${chainId} is not served here`)
      const { account, chains: accountChains } = readAccount(address, chainId, config)
      const chains = accountChains.filter((id) => history.chains.includes(id))
      if (chainId && chains.length === 0) return { json: { data: [], next: null, isKept: false } }
      const { items, next } = await history.read({
        account,
        chains,
        limit: pageSize,
        currency,
        signal,
        ...(cursor ? { cursor } : {}),
      })
      return {
        json: { data: await mapInSlices(items, (one) => proxyImages(one, context, project)), next },
      }
    },
  })
}

function proxyImages(
  one: HistoryTransaction,
  context: Context,
  project: Project | undefined,
): HistoryTransaction {
  return {
    ...one,
    transfers: one.transfers?.map((transfer) => proxyTransfer(transfer, context, project)) ?? null,
  }
}

function proxyTransfer(
  transfer: HistoryTransfer,
  context: Context,
  project: Project | undefined,
): HistoryTransfer {
  const { fungible_info: coin, nft_info: nft } = transfer
  if (coin?.icon) {
    const icon = proxiedIcon(coin.icon, 'url', context, project)
    return { ...transfer, fungible_info: { ...coin, icon } }
  }
  const content = nft?.content as Record<string, { url: string }> | null | undefined
  if (!nft || !content) return transfer
  const proxiedEntries = Object.entries(content).map(
    ([name, one]) => [name, proxiedIcon(one, 'url', context, project)] as const,
  )
  return { ...transfer, nft_info: { ...nft, content: Object.fromEntries(proxiedEntries) } }
}
