import type { ChainId } from '@latchkey/protocol'
import { Counter, Gauge, Registry } from 'prom-client'
import type { IndexState } from '../../../ports/index-port.ts'
import type { ChainBlock } from './chain-block.ts'

const counterNames = [
  'blocks',
  'transactions',
  'reorganisations',
  'failures',
  'lookedBack',
  'pruned',
] as const
type CounterName = (typeof counterNames)[number]

/** Counters of the indexing of one chain, since the start of the process. */
export interface IndexCounters {
  count(name: CounterName, amount?: number): void
  countStored(blocks: readonly ChainBlock[]): void
  value(name: CounterName): number
}

export function indexCounters(): IndexCounters {
  const values = new Map<CounterName, number>()
  const addCount = (name: CounterName, amount = 1): void =>
    void values.set(name, (values.get(name) ?? 0) + amount)
  return {
    count: addCount,
    countStored(blocks) {
      addCount('blocks', blocks.length)
      addCount(
        'transactions',
        blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
      )
    },
    value: (name) => values.get(name) ?? 0,
  }
}

/** A followed chain with the data from which its metrics are rendered. */
export interface ChainMetrics {
  readonly chain: ChainId
  readonly state: IndexState | undefined
  readonly counters: IndexCounters
}

const gauges: readonly {
  readonly name: string
  readonly help: string
  readonly read: (state: IndexState | undefined) => number | undefined
}[] = [
  {
    name: 'first_block',
    help: 'First block of the unbroken range that ends at the newest one.',
    read: (state) => state?.firstBlock,
  },
  { name: 'next_block', help: 'Next block to be read.', read: (state) => state?.nextBlock },
  { name: 'head_block', help: 'Newest block of the chain.', read: (state) => state?.headBlock },
  {
    name: 'is_writer',
    help: 'Whether this process writes the index of the chain.',
    read: (state) => Number(state?.isWriter ?? false),
  },
]

const metricDefinitions: readonly {
  readonly name: string
  readonly from: CounterName
  readonly help: string
}[] = [
  { name: 'blocks', from: 'blocks', help: 'Blocks that were stored.' },
  { name: 'transactions', from: 'transactions', help: 'Transactions that were stored.' },
  { name: 'reorganisations', from: 'reorganisations', help: 'Reorganisations of the chain.' },
  { name: 'failures', from: 'failures', help: 'Rounds that failed.' },
  {
    name: 'looked_back_blocks',
    from: 'lookedBack',
    help: 'Older blocks that were read for an account.',
  },
  { name: 'pruned_blocks', from: 'pruned', help: 'Oldest blocks that were deleted for room.' },
]

/** Renders the index metrics of all chains as Prometheus text. */
export async function renderIndexMetrics(chains: readonly ChainMetrics[]): Promise<string> {
  if (chains.length === 0) return ''
  const registry = new Registry()
  const sharedOptions = { labelNames: ['chain'], registers: [registry] }
  for (const { name, help, read } of gauges) {
    const gauge = new Gauge({ name: `latchkey_index_${name}`, help, ...sharedOptions })
    for (const { chain, state } of chains) {
      const value = read(state)
      if (value !== undefined) gauge.set({ chain }, value)
    }
  }
  for (const { name, from, help } of metricDefinitions) {
    const counter = new Counter({ name: `latchkey_index_${name}_total`, help, ...sharedOptions })
    for (const { chain, counters } of chains) {
      counter.inc({ chain }, counters.value(from))
    }
  }
  return registry.metrics()
}
