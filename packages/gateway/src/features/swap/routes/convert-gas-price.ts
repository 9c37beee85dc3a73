import { chainIdSchema, gasPriceAnswerSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import { familyOfChain } from '../../../families/families.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { readGasPrice } from '../read-gas-price.ts'

const query = z.object({ chainId: chainIdSchema })

/** Creates the route `GET /v1/convert/gas-price`, which also works on chains without EIP-1559. */
export function convertGasPriceRoute({
  config,
  nodes,
}: Pick<RouteServices, 'config' | 'nodes'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/convert/gas-price'],
    summary: 'What a unit of gas costs on a chain, at three speeds.',
    access: 'project',
    query,
    answer: gasPriceAnswerSchema,
    described: { refusals: [503] },
    async handle({ query: { chainId }, signal }) {
      if (!familyOfChain(chainId)?.hasGasPrice || !config.chains.some(({ id }) => id === chainId))
        throw refusal(400, 'chainId', 'Network not supported for Gas Price')
      const { standard, fast, instant } = await readGasPrice(nodes, chainId, signal)
      return {
        json: { standard: String(standard), fast: String(fast), instant: String(instant) },
        headers: { 'cache-control': 'no-store' },
      }
    },
  })
}
