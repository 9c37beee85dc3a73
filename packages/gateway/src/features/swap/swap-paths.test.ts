import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { pairKey } from './pool-address.ts'
import { findEndPairs, listPairs, listPaths, routeCandidates } from './swap-paths.ts'

const [a, b, c, d] = ['0xa', '0xb', '0xc', '0xd'] as const satisfies readonly Hex[]

describe('pathsOf', () => {
  test('default', () => {
    expect(listPaths(a, b, [c, d])).toEqual([
      [a, b],
      [a, c, b],
      [a, d, b],
    ])
  })

  test('behavior: no token twice on a way, no way twice', () => {
    expect(listPaths(a, b, [a, c, c, b])).toEqual([
      [a, b],
      [a, c, b],
    ])
  })
})

describe('pairsOf', () => {
  test('default', () => {
    expect(listPairs(listPaths(a, b, [c]))).toEqual([
      [a, b],
      [a, c],
      [c, b],
    ])
  })
})

describe('endsOf', () => {
  test('default', () => {
    expect([findEndPairs([a, b]), findEndPairs([a, c, b])]).toEqual([
      [
        [a, b],
        [b, a],
      ],
      [
        [a, c],
        [b, c],
      ],
    ])
  })
})

describe('waysOf', () => {
  test('default', () => {
    const pools = new Map([
      [pairKey(a, c), 1n],
      [pairKey(c, b), 2n],
      [pairKey(a, d), 3n],
    ])
    const reserves = (from: Hex, to: Hex) => {
      const size = pools.get(pairKey(from, to))
      return size === undefined ? undefined : { in: size, out: size }
    }
    const sharesOf = ([token, neighbour]: readonly [Hex, Hex]) => {
      const share = { sent: BigInt(token), came: BigInt(neighbour) }
      return token === a ? { enters: share, leaves: { sent: 0n, came: 0n } } : undefined
    }
    expect(routeCandidates(listPaths(a, b, [c, d]), { reserves }, sharesOf)).toEqual([
      {
        path: [a, c, b],
        enters: { sent: 10n, came: 12n },
        leaves: undefined,
        pools: [
          { in: 1n, out: 1n },
          { in: 2n, out: 2n },
        ],
      },
    ])
  })
})
