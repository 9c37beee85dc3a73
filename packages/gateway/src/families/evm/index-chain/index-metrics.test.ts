import { describe, expect, test } from 'vitest'
import { readSamples } from '../../../test/read-samples.ts'
import { indexCounters, renderIndexMetrics } from './index-metrics.ts'

describe('renderIndexMetrics', () => {
  test('default', async () => {
    const counters = indexCounters()
    counters.count('blocks', 3)
    counters.count('lookedBack')
    const state = { firstBlock: 5, nextBlock: 8, headBlock: 9, isWriter: true }
    const text = await renderIndexMetrics([
      { chain: 'eip155:1', state, counters },
      { chain: 'eip155:10', state: undefined, counters: indexCounters() },
    ])
    const samples = readSamples(text)
    const readChain = (chain: string) =>
      Object.fromEntries(
        [...samples]
          .filter(([name]) => name.endsWith(`{chain="${chain}"}`))
          .map(([name, value]) => [name.slice(15, name.indexOf('{')), value]),
      )
    expect(readChain('eip155:1')).toEqual({
      first_block: 5,
      next_block: 8,
      head_block: 9,
      is_writer: 1,
      blocks_total: 3,
      transactions_total: 0,
      reorganisations_total: 0,
      failures_total: 0,
      looked_back_blocks_total: 1,
      pruned_blocks_total: 0,
    })
    // Nothing is known of its blocks yet.
    expect(readChain('eip155:10')).toMatchObject({ is_writer: 0, blocks_total: 0 })
    expect(readChain('eip155:10')).not.toHaveProperty('first_block')
  })

  test('behavior: without chains there is nothing to say', async () => {
    expect(await renderIndexMetrics([])).toBe('')
  })
})
