import { referenceOf } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import { readContracts, readWord } from '../../families/evm/nodes/read-contracts.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { SwapProvider, SwapRequest } from '../../ports/swap-port.ts'
import { askZeroEx } from './ask-zero-ex.ts'
import { computeSwapLimits } from './compute-swap-limits.ts'
import { writeOfferId } from './offer-id.ts'
import { readZeroEx, unusableAnswerRefusal, type ZeroExOffer } from './read-zero-ex.ts'
import { slippageBps } from './slippage.ts'
import { accountOfToken, coinAddress } from './wire-token.ts'

interface ZeroExDependencies {
  readonly upstream: NonNullable<Config['swap']['zeroEx']>
  readonly chains: Config['chains']
  readonly nodes: NodePort
  readonly fetchOffer?: Fetch
  /**
   * Returns the API key and is called for each request; by default the key comes from the
   * configuration.
   */
  readonly keyOf?: (() => Promise<string | undefined>) | undefined
}

const id = 'zeroex'
const name = '0x'
const supplyKeptMs = 60_000
/** Upper bound of any coin's supply in base units. */
const coinSupply = 2n ** 128n

/**
 * Swap offers of the 0x Swap API v2, which takes tokens through its AllowanceHolder contract. All
 * answers are checked.
 */
export function zeroExProvider({
  upstream,
  chains,
  nodes,
  fetchOffer = fetch,
  keyOf,
}: ZeroExDependencies): SwapProvider {
  const spender = upstream.spender.toLowerCase() as Hex
  const supplies = boundedCache<bigint>(1_000, supplyKeptMs)

  async function askOffer(
    kind: 'price' | 'quote',
    request: SwapRequest,
    bps: bigint | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ZeroExOffer | undefined> {
    const query = new URLSearchParams({
      chainId: referenceOf(request.chain),
      sellToken: request.from === 'coin' ? coinAddress : request.from,
      buyToken: request.to === 'coin' ? coinAddress : request.to,
      [request.side === 'pay' ? 'sellAmount' : 'buyAmount']: String(request.amount),
      ...(request.user ? { taker: request.user } : {}),
      ...(bps === undefined ? {} : { slippageBps: String(bps) }),
    })
    const url = `${upstream.url.replace(/\/+$/, '')}/swap/allowance-holder/${kind}?${query}`
    const { timeoutMs } = upstream
    const key = keyOf ? await keyOf() : upstream.key
    const [answer, supply] = await Promise.all([
      askZeroEx({ url, key, timeoutMs, signal }, fetchOffer),
      readSupply(request, signal),
    ])
    if (answer === undefined) return undefined
    const offer = readZeroEx(answer, request, spender)
    if (offer && offer.received > supply) throw unusableAnswerRefusal('more than there is')
    if (offer && kind === 'quote' && !offer.transaction)
      throw unusableAnswerRefusal('no transaction')
    return offer
  }

  /** Reads the total supply of a token, which is an upper bound of any output. */
  async function readSupply(
    { chain, to }: SwapRequest,
    signal: AbortSignal | undefined,
  ): Promise<bigint> {
    if (to === 'coin') return coinSupply
    const key = `${chain} ${to}`
    const knownSupply = supplies.get(key)
    if (knownSupply !== undefined) return knownSupply
    const chainConfig = chains.find((one) => one.id === chain)
    if (!chainConfig) throw refusal(400, 'chainId', 'Network not supported for Swaps')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'totalSupply' })
    const [[word] = []] = await readContracts(chainConfig, [[{ to, data }]], nodes, signal)
    const supply = readWord(word)
    if (supply === undefined) throw refusal(400, 'amount', 'insufficient liquidity')
    supplies.set(key, supply)
    return supply
  }

  return {
    id,
    name,
    timeoutMs: upstream.timeoutMs,
    serves: (chain) => upstream.chains.includes(chain) && chains.some((one) => one.id === chain),
    tokens: async () => [],
    spender: async () => spender,
    async quote(request, signal) {
      const priceOffer = await askOffer('price', request, undefined, signal)
      if (!priceOffer) return undefined
      const { paid, received, fee } = priceOffer
      return {
        offer: {
          id: writeOfferId({ provider: id, paid, received }),
          fromAmount: String(paid),
          fromAccount: accountOfToken(request.chain, request.from),
          toAmount: String(received),
          toAccount: accountOfToken(request.chain, request.to),
          provider: name,
          ...(fee
            ? { fee: String(fee.amount), feeAccount: accountOfToken(request.chain, fee.token) }
            : {}),
        },
        ...(priceOffer.spender ? { spender: priceOffer.spender } : {}),
      }
    },
    async build(request, signal) {
      const wantedBps = slippageBps(request.slippage)
      // The minimum that 0x computes ignores its own fee, so with the full slippage slightly less
      // would be guaranteed than the visitor was shown.
      const firstOffer = await askOffer(
        'quote',
        request,
        wantedBps > 0n ? wantedBps - 1n : 0n,
        signal,
      )
      if (!firstOffer) throw refusal(400, 'amount', 'insufficient liquidity')
      const promisedLimits = computeSwapLimits({
        ...request,
        paid: firstOffer.paid,
        received: firstOffer.received,
      })
      const keepsLimits = ({ least, most }: ZeroExOffer): boolean =>
        least >= promisedLimits.least && most <= promisedLimits.most
      const slippageRoom = computeSlippageRoom(firstOffer, promisedLimits, request.side)
      const finalOffer =
        keepsLimits(firstOffer) || slippageRoom <= 0n
          ? firstOffer
          : await askOffer('quote', request, slippageRoom - 1n, signal)
      if (!finalOffer?.transaction || !keepsLimits(finalOffer))
        throw refusal(400, 'amount', 'The price moved: this would bring less than was promised')
      const { transaction, least, most } = finalOffer
      return { ...transaction, minimum: least, maximum: most }
    },
  }
}

/**
 * Computes how far the price may still move before the guaranteed amount is missed, in hundredths
 * of a percent; ≤ 0 when it is missed already.
 */
function computeSlippageRoom(
  { paid, received }: ZeroExOffer,
  { least, most }: { readonly least: bigint; readonly most: bigint },
  side: 'pay' | 'receive',
): bigint {
  return side === 'pay'
    ? ((received - least) * 10_000n) / received
    : ((most - paid) * 10_000n) / paid
}
