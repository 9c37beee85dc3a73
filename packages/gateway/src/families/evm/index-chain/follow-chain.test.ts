import { pad, toHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import type { ChainHeader } from './chain-block.ts'
import type { ChainStore } from './chain-store.ts'
import type { BlockSource } from './fetch-blocks.ts'
import { followChain } from './follow-chain.ts'
import { indexCounters } from './index-metrics.ts'

const hashOf = (chain: number, number: number) => pad(toHex(chain * 1_000 + number + 1))
const headerOf = (chain: number, number: number): ChainHeader => ({
  number,
  hash: hashOf(chain, number),
  parentHash: hashOf(chain, number - 1),
  bloom: '0x',
  minedAt: 1,
})

/**
 * Follows an index of chain 1, blocks 0 to 2, while the node answers with another chain for the
 * first `foreign` looks.
 */
async function follow(foreign: number, looks: number) {
  const ended = new AbortController()
  const seen = { looks: 0, isForgotten: false }
  const known = [2, 1, 0].map((block) => ({ block, hash: hashOf(1, block) }))
  const forget = vi.fn(async () => {
    seen.isForgotten = true
    ended.abort()
  })
  const store = {
    readPosition: async () => ({ firstBlock: 0, nextBlock: 3, headBlock: 2 }),
    readNewest: async (limit: number) => known.slice(0, limit),
    readOldest: async () => known.at(-1),
    forget,
  } as unknown as ChainStore
  const chainNow = () => (seen.looks <= foreign ? 2 : 1)
  const source = {
    async readHead() {
      seen.looks += 1
      if (seen.looks > looks) ended.abort()
      return headerOf(chainNow(), 2)
    },
    readHeaders: async (numbers: readonly number[]) =>
      numbers.map((number) => headerOf(chainNow(), number)),
  } as unknown as BlockSource
  const log = { info: () => undefined, error: () => undefined }
  const rules = { finality: 64, pollMs: 1, internal: 'none', logRange: 1, lookBack: 0 } as const
  const counters = indexCounters()
  const moved = (): void => undefined
  await followChain({ chain: 'eip155:1', rules, source, store, log, counters, moved }, ended.signal)
  return { forget, looks: seen.looks }
}

describe('followChain', () => {
  test('behavior: one node that has another chain for a moment does not cost the index', async () => {
    const { forget, looks } = await follow(2, 6)
    expect(forget).not.toHaveBeenCalled()
    expect(looks).toBeGreaterThan(5)
  })

  test('behavior: a chain that is another one each time is forgotten', async () => {
    const { forget } = await follow(100, 20)
    expect(forget).toHaveBeenCalledTimes(1)
    expect(forget).toHaveBeenCalledWith({ block: 2, hash: hashOf(1, 2) })
  })
})
