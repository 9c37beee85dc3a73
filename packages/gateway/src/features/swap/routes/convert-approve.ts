import type { AccountId } from '@latchkey/protocol'
import { approveTransactionAnswerSchema } from '@latchkey/protocol/schema'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { readGasPrice } from '../read-gas-price.ts'
import { readAmount, readSwapRequest } from '../read-swap-request.ts'
import { evmAccount, offerId, wholeAmount } from '../shapes.ts'

const query = z.object({
  from: evmAccount,
  to: evmAccount,
  amount: wholeAmount.optional(),
  userAddress: z.string().max(200).optional(),
  offerId: offerId.optional(),
})

/**
 * Creates the route `GET /v1/convert/build-approve`. Without `amount` the approval is unlimited;
 * with 0 it is revoked. `offerId` is a parameter that Latchkey adds to WalletConnect's version of
 * this call.
 */
export function convertApproveRoute({
  swaps,
  nodes,
}: Pick<RouteServices, 'swaps' | 'nodes'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/convert/build-approve'],
    summary: 'The transaction that lets a swap take a token.',
    access: 'project',
    query,
    answer: approveTransactionAnswerSchema,
    described: { refusals: [503] },
    async handle({ query: { from, to, amount, offerId: id }, signal }) {
      const swapRequest = readSwapRequest({ from, to, amount: '1' })
      const spender = await swaps.spender(swapRequest.chain, id, signal)
      if (swapRequest.from === 'coin' || !spender)
        throw refusal(400, '', 'Conversion parameter error: no approval is needed')
      const args = [spender, parseAllowance(amount)] as const
      const { standard } = await readGasPrice(nodes, swapRequest.chain, signal)
      return {
        json: {
          tx: {
            from: from as AccountId,
            to: to as AccountId,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
            value: '0',
            eip155: { gasPrice: String(standard) },
          },
        },
      }
    },
  })
}

function parseAllowance(amount: string | undefined): bigint {
  if (amount === undefined) return maxUint256
  return BigInt(amount) === 0n ? 0n : readAmount(amount)
}
