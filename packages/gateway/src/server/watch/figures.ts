import type { Watch, Watched } from '../../base/watch/watch.ts'

/** Counters of this process in Prometheus text format. */
export interface Figures {
  readonly watch: Watch
  render(): string
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/**
 * Each label has few values, so the number of series stays small; labels that are not listed here
 * are dropped.
 */
const kinds = {
  request: { name: 'request', labels: ['method', 'route', 'status'], timed: ['method', 'route'] },
  node: { name: 'node_call', labels: ['chain', 'outcome'], timed: ['chain'] },
  sql: { name: 'sql_statement', labels: ['operation', 'outcome'], timed: ['operation'] },
} as const satisfies Record<Watched['kind'], object>

interface Histogram {
  count: number
  sum: number
  readonly within: number[]
}

/** Creates the counters; `now` returns milliseconds. */
export function makeFigures(now: () => number = () => performance.now()): Figures {
  const counts = {
    request: new Map<string, number>(),
    node: new Map<string, number>(),
    sql: new Map<string, number>(),
  }
  const times = {
    request: new Map<string, Histogram>(),
    node: new Map<string, Histogram>(),
    sql: new Map<string, Histogram>(),
  }
  const noteWork = (
    kind: Watched['kind'],
    labels: Readonly<Record<string, string | number>>,
    seconds: number,
  ): void => {
    const { labels: counted, timed } = kinds[kind]
    const key = spellLabels(counted, labels)
    counts[kind].set(key, (counts[kind].get(key) ?? 0) + 1)
    const place = spellLabels(timed, labels)
    const histogram = times[kind].get(place) ?? { count: 0, sum: 0, within: bounds.map(() => 0) }
    times[kind].set(place, histogram)
    histogram.count += 1
    histogram.sum += seconds
    bounds.forEach((most, at) => {
      if (seconds <= most) histogram.within[at] = (histogram.within[at] ?? 0) + 1
    })
  }
  return {
    async watch({ kind, labels }, work) {
      const startedAt = now()
      const known = { ...labels } as Record<string, string | number>
      known.outcome = 'failed'
      try {
        const result = await work((more) => Object.assign(known, more))
        known.outcome = 'ok'
        return result
      } finally {
        noteWork(kind, known, (now() - startedAt) / 1_000)
      }
    },
    render: () =>
      (['request', 'node', 'sql'] as const)
        .flatMap((kind) => [
          ...renderCounts(`latchkey_${kinds[kind].name}s_total`, counts[kind]),
          ...renderTimes(`latchkey_${kinds[kind].name}_seconds`, times[kind]),
          '',
        ])
        .join('\n'),
  }
}

/** Gauges of one part of the gateway, each named `latchkey_<part>_<name>`. */
export function renderGauges(part: string, gauges: Readonly<Record<string, number>>): string {
  return Object.entries(gauges)
    .map(
      ([name, value]) =>
        `# TYPE latchkey_${part}_${name} gauge\nlatchkey_${part}_${name} ${value}\n`,
    )
    .join('')
}

function spellLabels(
  names: readonly string[],
  labels: Readonly<Record<string, string | number>>,
): string {
  return names
    .map((name) => `${name}="${String(labels[name] ?? '').replace(/[\\"\n]/g, '_')}"`)
    .join(',')
}

function renderCounts(name: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return [
    `# TYPE ${name} counter`,
    ...[...counts].map(([labels, count]) => `${name}{${labels}} ${count}`),
  ]
}

function renderTimes(name: string, times: ReadonlyMap<string, Histogram>): readonly string[] {
  return [
    `# TYPE ${name} histogram`,
    ...[...times].flatMap(([labels, { count, sum, within }]) => [
      ...bounds.map((most, at) => `${name}_bucket{${labels},le="${most}"} ${within[at]}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ]
}
