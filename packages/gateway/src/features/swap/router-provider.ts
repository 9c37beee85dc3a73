import type { Hex } from 'viem'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { SwapProvider, SwapRequest } from '../../ports/swap-port.ts'
import { bestRoute, type Route } from './best-route.ts'
import { computeSwapLimits } from './compute-swap-limits.ts'
import { joinNodeRequests } from './join-node-requests.ts'
import { writeOfferId } from './offer-id.ts'
import { pairKey, poolAddress } from './pool-address.ts'
import { fullBasisPoints } from './pool-math.ts'
import { priceImpact } from './price-impact.ts'
import { type Pair, readPairs } from './read-pairs.ts'
import {
  forgetDoubtedShares,
  type Holder,
  isHolderKnown,
  readShares,
  type Shares,
} from './read-shares.ts'
import { routerCall } from './router-call.ts'
import { findEndPairs, listPairs, listPaths, routeCandidates } from './swap-paths.ts'
import { applyShare, isWholeShare, wholeShare } from './transfer-share.ts'
import { accountOfToken } from './wire-token.ts'

interface RouterDependencies {
  readonly router: Config['swap']['routers'][number]
  readonly chain: Pick<Config['chains'][number], 'id' | 'contracts'>
  readonly nodes: NodePort
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number
}

/**
 * Time limit of a quote in milliseconds: long enough to ask a second node when the first one hangs,
 * and shorter than a page waits.
 */
const quoteTimeoutMs = 8_000
const deadlineSeconds = 1_200n
const maxKnownPools = 10_000
const dayMs = 86_400_000
/**
 * Milliseconds that a measured transfer fee is cached: only a short time, because the token's
 * operator may change the fee.
 */
const sharesKeptMs = 60_000

/**
 * Swaps through Uniswap v2 pools at current reserves: directly, or through the wrapped coin or one
 * token that the operator named. Tokens with a transfer fee are offered with the amount that really
 * arrives, and only with side `pay`.
 */
export function routerProvider({
  router,
  chain,
  nodes,
  now = Date.now,
}: RouterDependencies): SwapProvider {
  const lowerAddress = (address: string): Hex => address.toLowerCase() as Hex
  const [wrapped, target, factory] = [
    lowerAddress(router.wrapped),
    lowerAddress(router.router),
    lowerAddress(router.factory),
  ]
  const intermediateTokens = [wrapped, ...router.between.map(lowerAddress)]
  const poolAddresses = boundedCache<Hex>(maxKnownPools, dayMs)
  const shareCache = boundedCache<Shares | 'unknown'>(maxKnownPools, sharesKeptMs)
  const id = `router-${target}`

  async function readRoute(request: SwapRequest, signal: AbortSignal | undefined) {
    const [from, to] = [request.from, request.to].map((token) =>
      token === 'coin' ? wrapped : token,
    ) as [Hex, Hex]
    if (from === to) return undefined
    const paths = listPaths(from, to, intermediateTokens)
    // Transfer fees are measured only for the first and last token of a path: the wrapped coin has
    // none, and the operator guarantees that the other intermediate tokens have none.
    const endPairs = paths.flatMap(findEndPairs).filter(([token]) => token !== wrapped)
    const readPairsAndShares = (port: NodePort) => {
      const holders = endPairs.map(toHolder)
      return Promise.all([
        readPairs({ chain, factory, nodes: port, known: poolAddresses }, listPairs(paths), signal),
        readShares({ chain: chain.id, nodes: port, known: shareCache }, holders, signal),
      ])
    }
    const [reading, shareOf] = await readPairsAndShares(joinNodeRequests(nodes)).catch(
      (reason: unknown) => {
        const holders = endPairs.map(toHolder)
        if (holders.every((one) => isHolderKnown(shareCache, one))) throw reason
        // When this request fails, the pools are read again without measuring transfer fees: some
        // nodes refuse a whole request when they do not support a part of it.
        forgetDoubtedShares(shareCache, holders)
        return readPairsAndShares(nodes)
      },
    )
    const findTransferShares = (end: Pair): Shares | undefined =>
      end[0] === wrapped ? { enters: wholeShare, leaves: wholeShare } : shareOf(toHolder(end))
    const candidates = routeCandidates(paths, reading, findTransferShares)
    const route = bestRoute(candidates, {
      amount: request.amount,
      side: request.side,
      feeBps: router.feeBps,
    })
    if (!route) throw refusal(400, 'amount', 'insufficient liquidity')
    return { route, time: reading.time }
  }

  function toHolder([token, neighbour]: Pair): Holder {
    return {
      token,
      pool: poolAddresses.get(pairKey(token, neighbour)) ?? poolAddress(factory, token, neighbour),
    }
  }

  return {
    id,
    name: router.name,
    timeoutMs: quoteTimeoutMs,
    serves: (one) => one === chain.id,
    tokens: async () => [],
    spender: async () => target,
    async quote(request, signal) {
      const routeReading = await readRoute(request, signal)
      if (!routeReading) return undefined
      const { paid, received, path } = routeReading.route
      const [fromAccount, toAccount] = [
        accountOfToken(chain.id, request.from),
        accountOfToken(chain.id, request.to),
      ]
      const offer = {
        id: writeOfferId({ provider: id, paid, received }),
        fromAmount: String(paid),
        fromAccount,
        toAmount: String(received),
        toAccount,
        provider: router.name,
        fee: String(computeFee(routeReading.route, router.feeBps)),
        feeAccount: fromAccount,
        priceImpact: priceImpact(routeReading.route, router.feeBps),
        path: [
          fromAccount,
          ...path.slice(1, -1).map((token) => accountOfToken(chain.id, token)),
          toAccount,
        ],
      }
      return request.from === 'coin' ? { offer } : { offer, spender: target }
    },
    async build(request, signal) {
      const routeReading = await readRoute(request, signal)
      if (!routeReading) throw refusal(400, 'amount', 'insufficient liquidity')
      const { paid, received, path, enters, leaves } = routeReading.route
      const isFreeOfTransferFees = [enters, leaves].every((share) => share && isWholeShare(share))
      const { least, most } = computeSwapLimits({ ...request, paid, received })
      // The deadline is counted from the chain's clock if that is ahead: the chain would refuse one
      // from the gateway's clock.
      const gatewayTime = BigInt(Math.floor(now() / 1000))
      const latestTime =
        routeReading.time !== undefined && routeReading.time > gatewayTime
          ? routeReading.time
          : gatewayTime
      return {
        to: target,
        ...routerCall({
          ...request,
          path,
          least,
          most,
          isWhole: isFreeOfTransferFees,
          deadline: latestTime + deadlineSeconds,
        }),
        minimum: least,
        maximum: most,
      }
    },
  }
}

/**
 * Computes the total fee of all pools on the route, expressed as an amount of the token that is
 * paid.
 */
function computeFee({ paid, pools, enters }: Route, feeBps: number): bigint {
  const arrivedAmount = applyShare(paid, enters)
  const keptAmount =
    pools.reduce((amount) => amount * (fullBasisPoints - BigInt(feeBps)), arrivedAmount) /
    fullBasisPoints ** BigInt(pools.length)
  return arrivedAmount - keptAmount
}
