import type { Hex } from 'viem'
import type { RouteCandidate } from './best-route.ts'
import type { Pair, PairReading } from './read-pairs.ts'
import type { Shares } from './read-shares.ts'

/**
 * Returns the paths from one token to another: direct, or through one of the tokens in `between`.
 * Tokens are in lower case, and no path contains a token twice.
 */
export function listPaths(
  from: Hex,
  to: Hex,
  between: readonly Hex[],
): readonly (readonly Hex[])[] {
  const intermediateTokens = [...new Set(between)].filter((token) => token !== from && token !== to)
  return [[from, to], ...intermediateTokens.map((token) => [from, token, to])]
}

/** Returns the pairs of neighbouring tokens on these paths; each pair needs a pool. */
export function listPairs(paths: readonly (readonly Hex[])[]): readonly Pair[] {
  return paths.flatMap((path) =>
    path.slice(1).map((token, index): Pair => [path[index] as Hex, token]),
  )
}

/**
 * Returns the first and the last token of a path, each with its neighbour: the pool of such a pair
 * is where the token enters or leaves the path.
 */
export function findEndPairs(path: readonly Hex[]): readonly [first: Pair, last: Pair] {
  const [first, second] = path as readonly [Hex, Hex]
  return [
    [first, second],
    [path.at(-1) as Hex, path.at(-2) as Hex],
  ]
}

/**
 * Returns those paths whose pools all exist, each with the share of a transfer of its first and
 * last token that arrives.
 */
export function routeCandidates(
  paths: readonly (readonly Hex[])[],
  { reserves }: Pick<PairReading, 'reserves'>,
  sharesOf: (end: Pair) => Shares | undefined,
): readonly RouteCandidate[] {
  return paths.flatMap((path) => {
    const pools = listPairs([path]).flatMap(([from, to]) => reserves(from, to) ?? [])
    const [first, last] = findEndPairs(path)
    const candidate = {
      path,
      pools,
      enters: sharesOf(first)?.enters,
      leaves: sharesOf(last)?.leaves,
    }
    return pools.length === path.length - 1 ? [candidate] : []
  })
}
