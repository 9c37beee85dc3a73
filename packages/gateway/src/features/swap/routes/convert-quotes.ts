import { addressOf, isAccountId } from '@latchkey/protocol'
import { swapQuotesAnswerSchema } from '@latchkey/protocol/schema'
import { type Hex, isAddress } from 'viem'
import { z } from 'zod'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { readSwapRequest } from '../read-swap-request.ts'
import { evmAccount, side, wholeAmount } from '../shapes.ts'

const query = z.object({
  amount: wholeAmount,
  from: evmAccount,
  to: evmAccount,
  side,
  userAddress: z.string().max(200).optional(),
  gasPrice: z.string().max(78).optional(),
})

/**
 * Creates the route `GET /v1/convert/quotes`, which answers offers, best first. `side` is a
 * parameter that Latchkey adds to WalletConnect's version of this call: with `receive`, `amount` is
 * the amount to receive.
 */
export function convertQuotesRoute({ swaps }: Pick<RouteServices, 'swaps'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/convert/quotes'],
    summary: 'Offers for a swap, best first.',
    access: 'project',
    query,
    answer: swapQuotesAnswerSchema,
    described: { refusals: [503] },
    async handle({ query: quoteQuery, signal }) {
      const user = readUser(quoteQuery.userAddress)
      const quotes = await swaps.quotes(
        { ...readSwapRequest(quoteQuery), ...(user ? { user } : {}) },
        signal,
      )
      return { json: { quotes }, headers: { 'cache-control': 'no-store' } }
    },
  })
}

/**
 * Reads the user's address, with or without chain (CAIP-10). Any other text counts as absent
 * instead of as an error, because offers are also made without a user's address.
 */
function readUser(text = ''): Hex | undefined {
  const address = isAccountId(text) ? addressOf(text) : text
  return isAddress(address, { strict: false }) ? (address.toLowerCase() as Hex) : undefined
}
