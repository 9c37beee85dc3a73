import { type AccountId, accountId, addressOf, chainOf } from '@latchkey/protocol'
import { swapTransactionAnswerSchema } from '@latchkey/protocol/schema'
import { type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import type { BuiltSwap } from '../../../ports/swap-port.ts'
import { readGasPrice } from '../read-gas-price.ts'
import { readSwapRequest } from '../read-swap-request.ts'
import { evmAccount, offerId, side, wholeAmount } from '../shapes.ts'
import { readToken } from '../wire-token.ts'

/**
 * Extra gas for two pools: the first swap of a pool in a block also writes the pool's two
 * cumulative prices to storage, and an estimate on the previous block may miss that cost.
 */
const firstOfBlockGas = 100_000n

const json = z.object({
  amount: wholeAmount,
  from: evmAccount,
  to: evmAccount,
  side,
  userAddress: evmAccount,
  offerId: offerId.nullish(),
  eip155: z
    .object({
      slippage: z.number().min(0).max(50).default(1),
      permit: z.string().max(4_096).nullish(),
    })
    .nullish(),
  disableEstimate: z.boolean().nullish(),
})

/**
 * Creates the route `POST /v1/convert/build-transaction`. Latchkey adds two parameters to
 * WalletConnect's version of this call: `side`, and `offerId`, whose price is kept even if the
 * current price is worse.
 */
export function convertBuildRoute({ swaps, nodes }: Pick<RouteServices, 'swaps' | 'nodes'>): Route {
  return defineRoute({
    method: 'POST',
    paths: ['/v1/convert/build-transaction'],
    summary: 'The transaction of a swap.',
    access: 'project',
    json,
    answer: swapTransactionAnswerSchema,
    described: { refusals: [503] },
    async handle({ json: buildRequest, signal }) {
      const swapRequest = readSwapRequest(buildRequest)
      if (!readToken(buildRequest.userAddress))
        throw refusal(400, 'userAddress', 'It must be CAIP-10, as eip155:1:0x…')
      const senderAccount = buildRequest.userAddress as AccountId
      if (chainOf(senderAccount) !== swapRequest.chain)
        throw refusal(
          400,
          'userAddress',
          'Conversion parameter error: it must be on the chain of the tokens',
        )
      const user = addressOf(senderAccount).toLowerCase() as Hex
      const builtSwap = await swaps.build(
        {
          ...swapRequest,
          user,
          slippage: buildRequest.eip155?.slippage ?? 1,
          offerId: buildRequest.offerId ?? undefined,
        },
        signal,
      )
      const [{ standard }, gas] = await Promise.all([
        readGasPrice(nodes, swapRequest.chain, signal),
        buildRequest.disableEstimate ? builtSwap.gas : estimateGas(user, builtSwap),
      ])
      return {
        json: {
          tx: {
            from: senderAccount,
            to: accountId(swapRequest.chain, builtSwap.to),
            data: builtSwap.data,
            amount: String(builtSwap.minimum),
            maximum: String(builtSwap.maximum),
            value: String(builtSwap.value),
            eip155: { gas: gas === undefined ? null : String(gas), gasPrice: String(standard) },
          },
        },
      }

      /**
       * Estimates the gas of a transaction; undefined when the transaction would fail now, for
       * example because its approval is missing.
       */
      async function estimateGas(
        sender: Hex,
        { to, data, value }: BuiltSwap,
      ): Promise<bigint | undefined> {
        const params = JSON.stringify([{ from: sender, to, data, value: numberToHex(value) }])
        const [answer] = await nodes.ask(
          swapRequest.chain,
          [{ method: 'eth_estimateGas', params }],
          signal,
        )
        const text: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
        if (typeof text !== 'string' || !/^0x[\da-f]{1,16}$/i.test(text)) return builtSwap.gas
        return (BigInt(text) * 5n) / 4n + firstOfBlockGas
      }
    },
  })
}
