import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { SwapAsk, SwapProvider } from '../../ports/swap-port.ts'
import { writeOfferId } from './offer-id.ts'
import { accountOfToken } from './wire-token.ts'

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256)'])
const timeoutMs = 1_000

/**
 * Swaps between the coin and its wrapped token, one for one, through the wrapping contract. No
 * allowance is needed.
 */
export function wrapProvider({
  chain,
  wrapped,
}: Pick<Config['swap']['routers'][number], 'chain' | 'wrapped'>): SwapProvider {
  const token = wrapped.toLowerCase() as Hex
  const isOurs = ({ from, to }: SwapAsk): boolean =>
    (from === 'coin' && to === token) || (from === token && to === 'coin')
  const id = `wrap-${token}`
  const name = 'Wrapped coin'
  return {
    id,
    name,
    timeoutMs,
    serves: (one) => one === chain,
    tokens: async () => [],
    spender: async () => undefined,
    async quote(ask) {
      if (!isOurs(ask)) return undefined
      const [fromAccount, toAccount] = [
        accountOfToken(chain, ask.from),
        accountOfToken(chain, ask.to),
      ]
      const amount = String(ask.amount)
      return {
        offer: {
          id: writeOfferId({ provider: id, paid: ask.amount, received: ask.amount }),
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
    async build(ask) {
      if (!isOurs(ask)) throw refusal(400, 'amount', 'insufficient liquidity')
      const { amount } = ask
      const fixed = { to: token, minimum: amount, maximum: amount }
      return ask.from === 'coin'
        ? { ...fixed, data: encodeFunctionData({ abi, functionName: 'deposit' }), value: amount }
        : {
            ...fixed,
            data: encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] }),
            value: 0n,
          }
    },
  }
}
