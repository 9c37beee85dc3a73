import type { Hex } from 'viem'
import type { RouteCandidate } from './best-route.ts'
import type { Pair, PairReading } from './read-pairs.ts'
import type { Shares } from './read-shares.ts'

/**
 * Paths from one token to another: direct, or through one of `between`; lower-case tokens, none
 * twice on a path.
 */
export function pathsOf(from: Hex, to: Hex, between: readonly Hex[]): readonly (readonly Hex[])[] {
  const intermediates = [...new Set(between)].filter((token) => token !== from && token !== to)
  return [[from, to], ...intermediates.map((token) => [from, token, to])]
}

/** The pairs of these paths, each once. */
export function pairsOf(paths: readonly (readonly Hex[])[]): readonly Pair[] {
  return paths.flatMap((path) =>
    path.slice(1).map((token, index): Pair => [path[index] as Hex, token]),
  )
}

/**
 * Both ends of a path, each token with its neighbour: the pool between them is where it goes in or
 * comes out.
 */
export function endsOf(path: readonly Hex[]): readonly [first: Pair, last: Pair] {
  const [first, second] = path as readonly [Hex, Hex]
  return [
    [first, second],
    [path.at(-1) as Hex, path.at(-2) as Hex],
  ]
}

/** The paths whose pools all exist, with the transfer shares at both ends. */
export function routeCandidates(
  paths: readonly (readonly Hex[])[],
  { reserves }: Pick<PairReading, 'reserves'>,
  sharesOf: (end: Pair) => Shares | undefined,
): readonly RouteCandidate[] {
  return paths.flatMap((path) => {
    const pools = pairsOf([path]).flatMap(([from, to]) => reserves(from, to) ?? [])
    const [first, last] = endsOf(path)
    const candidate = {
      path,
      pools,
      enters: sharesOf(first)?.enters,
      leaves: sharesOf(last)?.leaves,
    }
    return pools.length === path.length - 1 ? [candidate] : []
  })
}
