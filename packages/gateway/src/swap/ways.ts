import type { Hex } from 'viem'
import type { Way } from './best-route.ts'
import type { Pair, PairReading } from './read-pairs.ts'

/** From one token to another: straight, or through one of `between`; tokens in lower case, no two alike on a way. */
export function pathsOf(from: Hex, to: Hex, between: readonly Hex[]): readonly (readonly Hex[])[] {
  const middle = [...new Set(between)].filter((token) => token !== from && token !== to)
  return [[from, to], ...middle.map((token) => [from, token, to])]
}

/** The pairs that these paths need, each once. */
export function pairsOf(paths: readonly (readonly Hex[])[]): readonly Pair[] {
  return paths.flatMap((path) => path.slice(1).map((token, at): Pair => [path[at] as Hex, token]))
}

/** The paths all of whose pools exist. */
export function waysOf(paths: readonly (readonly Hex[])[], { reserves }: PairReading): readonly Way[] {
  return paths.flatMap((path) => {
    const pools = pairsOf([path]).flatMap(([from, to]) => reserves(from, to) ?? [])
    return pools.length === path.length - 1 ? [{ path, pools }] : []
  })
}
