import { addressOf, isAccountId } from '@latchkey/protocol'
import { chainIdSchema, swapTokensAnswerSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { proxiedIcon } from '../../images/proxied-icon.ts'

const query = z.object({ chainId: chainIdSchema, address: z.string().max(200).optional() })

/**
 * Creates the route `GET /v1/convert/tokens`; `address`, with or without chain (CAIP-10), selects
 * one token.
 */
export function convertTokensRoute({
  config,
  swaps,
}: Pick<RouteServices, 'config' | 'swaps'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/convert/tokens'],
    summary: 'What may be swapped on a chain, with the warnings of the operator.',
    access: 'project',
    query,
    answer: swapTokensAnswerSchema,
    async handle({ context, query: { chainId, address }, project, signal }) {
      // Pages also request the token list to show its warnings. So a configured chain without swaps
      // gets an empty list instead of an error.
      if (!swaps.chains.includes(chainId) && config.chains.some(({ id }) => id === chainId))
        return { json: { tokens: [] } }
      const wantedAddress =
        address && (isAccountId(address) ? addressOf(address) : address).toLowerCase()
      const matchingTokens = (await swaps.tokens(chainId, signal)).filter(
        (token) => !wantedAddress || addressOf(token.address).toLowerCase() === wantedAddress,
      )
      return {
        json: {
          tokens: matchingTokens.map((token) => proxiedIcon(token, 'logoUri', context, project)),
        },
      }
    },
  })
}
