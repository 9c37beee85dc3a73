import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { SwapProvider, SwapRequest } from '../../ports/swap-port.ts'
import { writeOfferId } from './offer-id.ts'
import { accountOfToken } from './wire-token.ts'

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256)'])
const wrapTimeoutMs = 1_000

/**
 * Swaps between the coin and its wrapped token, one for one, through the wrapping contract. No
 * allowance is needed.
 */
export function wrapProvider({
  chain,
  wrapped,
}: Pick<Config['swap']['routers'][number], 'chain' | 'wrapped'>): SwapProvider {
  const token = wrapped.toLowerCase() as Hex
  const isWrapping = ({ from, to }: SwapRequest): boolean =>
    (from === 'coin' && to === token) || (from === token && to === 'coin')
  const id = `wrap-${token}`
  const name = 'Wrapped coin'
  return {
    id,
    name,
    timeoutMs: wrapTimeoutMs,
    serves: (one) => one === chain,
    tokens: async () => [],
    spender: async () => undefined,
    async quote(request) {
      if (!isWrapping(request)) return undefined
      const [fromAccount, toAccount] = [
        accountOfToken(chain, request.from),
        accountOfToken(chain, request.to),
      ]
      const amount = String(request.amount)
      return {
        offer: {
          id: writeOfferId({ provider: id, paid: request.amount, received: request.amount }),
          fromAmount: amount,
          fromAccount,
          toAmount: amount,
          toAccount,
          provider: name,
          fee: '0',
          feeAccount: fromAccount,
          priceImpact: 0,
          path: [fromAccount, toAccount],
        },
      }
    },
    async build(request) {
      if (!isWrapping(request)) throw refusal(400, 'amount', 'insufficient liquidity')
      const { amount } = request
      const exactAmounts = { to: token, minimum: amount, maximum: amount }
      return request.from === 'coin'
        ? {
            ...exactAmounts,
            data: encodeFunctionData({ abi, functionName: 'deposit' }),
            value: amount,
          }
        : {
            ...exactAmounts,
            data: encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }),
            value: 0n,
          }
    },
  }
}
