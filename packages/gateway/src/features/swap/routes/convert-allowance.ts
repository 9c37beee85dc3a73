import { type AccountId, accountId, chainOf } from '@latchkey/protocol'
import { swapAllowanceAnswerSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { evmAccount, offerId } from '../shapes.ts'
import { readToken } from '../wire-token.ts'

const query = z.object({
  tokenAddress: evmAccount,
  userAddress: evmAccount,
  offerId: offerId.optional(),
})

/**
 * Creates the route `GET /v1/convert/allowance`. `offerId` is a parameter that Latchkey adds to
 * WalletConnect's version of this call, because each swap provider has its own spender.
 */
export function convertAllowanceRoute({ swaps }: Pick<RouteServices, 'swaps'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/convert/allowance'],
    summary: 'How much of a token a swap may take.',
    access: 'project',
    query,
    answer: swapAllowanceAnswerSchema,
    described: { refusals: [503] },
    async handle({ query: { tokenAddress, userAddress, offerId: id }, signal }) {
      const [token, owner] = [
        readAccount('tokenAddress', tokenAddress),
        readAccount('userAddress', userAddress),
      ]
      if (chainOf(token) !== chainOf(owner))
        throw refusal(400, 'userAddress', 'It must be on the chain of the token')
      const { allowance, spender } = await swaps.allowance(token, owner, id, signal)
      const spenderField = spender ? { spender: accountId(chainOf(token), spender) } : {}
      return {
        json: { allowance: String(allowance), ...spenderField },
        headers: { 'cache-control': 'no-store' },
      }
    },
  })
}

function readAccount(field: string, text: string): AccountId {
  if (!readToken(text)) throw refusal(400, field, 'Addresses are CAIP-10, as eip155:1:0x…')
  return text as AccountId
}
