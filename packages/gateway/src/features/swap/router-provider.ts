import type { Hex } from 'viem'
import { boundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { SwapAsk, SwapProvider } from '../../ports/swap-port.ts'
import { bestRoute, type Route } from './best-route.ts'
import { joinAsks } from './join-asks.ts'
import { limitsOf } from './limits-of.ts'
import { writeOfferId } from './offer-id.ts'
import { pairKey, poolAddress } from './pool-address.ts'
import { whole } from './pool-math.ts'
import { priceImpact } from './price-impact.ts'
import { type Pair, readPairs } from './read-pairs.ts'
import { doubtShares, type Holder, isTold, readShares, type Shares } from './read-shares.ts'
import { routerCall } from './router-call.ts'
import { all, isAll, partOf } from './transfer-share.ts'
import { endsOf, pairsOf, pathsOf, waysOf } from './ways.ts'
import { accountOfToken } from './wire-token.ts'

interface Parts {
  readonly router: Config['swap']['routers'][number]
  readonly chain: Pick<Config['chains'][number], 'id' | 'contracts'>
  readonly nodes: NodePort
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Milliseconds: enough for a second node when the first one hangs, and less than a page waits. */
const timeoutMs = 8_000
const deadlineSeconds = 1_200n
const knownPools = 10_000
const dayMs = 86_400_000
/** Milliseconds: the maker of a token may change its transfer fee. */
const sharesKeptMs = 60_000

/**
 * Swaps through Uniswap v2 pools at current reserves: directly, or through the wrapped coin or one
 * token that the operator named. Tokens with a transfer fee are offered with the amount that really
 * arrives, and only with side `pay`.
 */
export function routerProvider({ router, chain, nodes, now = Date.now }: Parts): SwapProvider {
  const lowerAddress = (address: string): Hex => address.toLowerCase() as Hex
  const [wrapped, target, factory] = [
    lowerAddress(router.wrapped),
    lowerAddress(router.router),
    lowerAddress(router.factory),
  ]
  const between = [wrapped, ...router.between.map(lowerAddress)]
  const known = boundedCache<Hex>(knownPools, dayMs)
  const shares = boundedCache<Shares | 'unknown'>(knownPools, sharesKeptMs)
  const id = `router-${target}`

  async function readRoute(ask: SwapAsk, signal: AbortSignal | undefined) {
    const [from, to] = [ask.from, ask.to].map((token) => (token === 'coin' ? wrapped : token)) as [
      Hex,
      Hex,
    ]
    if (from === to) return undefined
    const paths = pathsOf(from, to, between)
    // The wrapped coin has no transfer fee; the operator vouches for the tokens in the middle.
    const ends = paths.flatMap(endsOf).filter(([token]) => token !== wrapped)
    const readBoth = (port: NodePort) => {
      const holders = ends.map(holderOf)
      return Promise.all([
        readPairs({ chain, factory, nodes: port, known }, pairsOf(paths), signal),
        readShares({ chain: chain.id, nodes: port, known: shares }, holders, signal),
      ])
    }
    const [reading, shareOf] = await readBoth(joinAsks(nodes)).catch((reason: unknown) => {
      const holders = ends.map(holderOf)
      if (holders.every((one) => isTold(shares, one))) throw reason
      // Some nodes refuse a whole request when they do not support a part of it.
      doubtShares(shares, holders)
      return readBoth(nodes)
    })
    const sharesOf = (end: Pair): Shares | undefined =>
      end[0] === wrapped ? { enters: all, leaves: all } : shareOf(holderOf(end))
    const ways = waysOf(paths, reading, sharesOf)
    const route = bestRoute(ways, { amount: ask.amount, side: ask.side, feeBps: router.feeBps })
    if (!route) throw refusal(400, 'amount', 'insufficient liquidity')
    return { route, time: reading.time }
  }

  function holderOf([token, neighbour]: Pair): Holder {
    return {
      token,
      pool: known.get(pairKey(token, neighbour)) ?? poolAddress(factory, token, neighbour),
    }
  }

  return {
    id,
    name: router.name,
    timeoutMs,
    serves: (one) => one === chain.id,
    tokens: async () => [],
    spender: async () => target,
    async quote(ask, signal) {
      const found = await readRoute(ask, signal)
      if (!found) return undefined
      const { paid, received, path } = found.route
      const [fromAccount, toAccount] = [
        accountOfToken(chain.id, ask.from),
        accountOfToken(chain.id, ask.to),
      ]
      const offer = {
        id: writeOfferId({ provider: id, paid, received }),
        fromAmount: String(paid),
        fromAccount,
        toAmount: String(received),
        toAccount,
        provider: router.name,
        fee: String(feeOf(found.route, router.feeBps)),
        feeAccount: fromAccount,
        priceImpact: priceImpact(found.route, router.feeBps),
        path: [
          fromAccount,
          ...path.slice(1, -1).map((token) => accountOfToken(chain.id, token)),
          toAccount,
        ],
      }
      return ask.from === 'coin' ? { offer } : { offer, spender: target }
    },
    async build(ask, signal) {
      const found = await readRoute(ask, signal)
      if (!found) throw refusal(400, 'amount', 'insufficient liquidity')
      const { paid, received, path, enters, leaves } = found.route
      const isWhole = [enters, leaves].every((share) => share && isAll(share))
      const { least, most } = limitsOf({ ...ask, paid, received })
      // A chain whose clock is ahead would refuse a deadline from the gateway's clock.
      const clock = BigInt(Math.floor(now() / 1000))
      const time = found.time !== undefined && found.time > clock ? found.time : clock
      return {
        to: target,
        ...routerCall({ ...ask, path, least, most, isWhole, deadline: time + deadlineSeconds }),
        minimum: least,
        maximum: most,
      }
    },
  }
}

/** The fee of the pools, as if all of it were taken from the payment. */
function feeOf({ paid, pools, enters }: Route, feeBps: number): bigint {
  const came = partOf(paid, enters)
  const kept =
    pools.reduce((amount) => amount * (whole - BigInt(feeBps)), came) /
    whole ** BigInt(pools.length)
  return came - kept
}
