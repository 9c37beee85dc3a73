import type { ChainId } from '@latchkey/protocol'
import type { IndexState } from '../../../ports/index-port.ts'
import type { ChainBlock } from './chain-block.ts'

const names = [
  'blocks',
  'transactions',
  'reorganisations',
  'failures',
  'lookedBack',
  'pruned',
] as const
type Name = (typeof names)[number]

/** Counters of one chain's follower since the start of the process. */
export interface IndexCounters {
  count(name: Name, by?: number): void
  countStored(blocks: readonly ChainBlock[]): void
  value(name: Name): number
}

export function indexCounters(): IndexCounters {
  const values = new Map<Name, number>()
  const addCount = (name: Name, by = 1): void => void values.set(name, (values.get(name) ?? 0) + by)
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

/** Prometheus text of all chains. */
export function renderIndexMetrics(
  chains: readonly {
    readonly chain: ChainId
    readonly state: IndexState | undefined
    readonly counters: IndexCounters
  }[],
): string {
  if (chains.length === 0) return ''
  const renderMetric = (
    name: string,
    type: string,
    read: (at: (typeof chains)[number]) => number | undefined,
  ): string[] => [
    `# TYPE latchkey_index_${name} ${type}`,
    ...chains.flatMap((at) => {
      const value = read(at)
      return value === undefined ? [] : [`latchkey_index_${name}{chain="${at.chain}"} ${value}`]
    }),
  ]
  const renderCounter = (name: string, from: Name): string[] =>
    renderMetric(`${name}_total`, 'counter', ({ counters }) => counters.value(from))
  return [
    ...renderMetric('first_block', 'gauge', ({ state }) => state?.firstBlock),
    ...renderMetric('next_block', 'gauge', ({ state }) => state?.nextBlock),
    ...renderMetric('head_block', 'gauge', ({ state }) => state?.headBlock),
    ...renderMetric('is_writer', 'gauge', ({ state }) => Number(state?.isWriter ?? false)),
    ...renderCounter('blocks', 'blocks'),
    ...renderCounter('transactions', 'transactions'),
    ...renderCounter('reorganisations', 'reorganisations'),
    ...renderCounter('failures', 'failures'),
    ...renderCounter('looked_back_blocks', 'lookedBack'),
    ...renderCounter('pruned_blocks', 'pruned'),
    '',
  ].join('\n')
}
