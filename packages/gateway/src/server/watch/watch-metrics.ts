import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Watch, WatchedWork } from '../../base/watch/watch.ts'

/** Counters of this process in Prometheus text format. */
export interface WatchMetrics {
  readonly watch: Watch
  render(): Promise<string>
}

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface MetricKind {
  readonly name: string
  readonly what: string
  readonly labels: readonly string[]
  readonly timed: readonly string[]
}

/**
 * The metrics of each kind of work, with their labels. Each label has few values, so the number of
 * series stays small; labels that are not listed here are dropped.
 */
const metricKinds: Readonly<Record<WatchedWork['kind'], MetricKind>> = {
  request: {
    name: 'request',
    what: 'HTTP requests',
    labels: ['method', 'route', 'status'],
    timed: ['method', 'route'],
  },
  node: {
    name: 'node_call',
    what: 'calls of chain nodes',
    labels: ['chain', 'outcome'],
    timed: ['chain'],
  },
  sql: {
    name: 'sql_statement',
    what: 'SQL statements',
    labels: ['operation', 'outcome'],
    timed: ['operation'],
  },
}

/** Creates the counters; `now` returns milliseconds. */
export function makeWatchMetrics(now: () => number = () => performance.now()): WatchMetrics {
  const registry = new Registry()
  const makeKindMetrics = ({ name, what, labels, timed }: MetricKind) => ({
    count: new Counter({
      name: `latchkey_${name}s_total`,
      help: `Number of ${what}.`,
      labelNames: labels,
      registers: [registry],
    }),
    time: new Histogram({
      name: `latchkey_${name}_seconds`,
      help: `Duration of ${what} in seconds.`,
      labelNames: timed,
      buckets: durationBuckets,
      registers: [registry],
    }),
  })
  const metrics = {
    request: makeKindMetrics(metricKinds.request),
    node: makeKindMetrics(metricKinds.node),
    sql: makeKindMetrics(metricKinds.sql),
  }
  return {
    async watch({ kind, labels }, work) {
      const startedAt = now()
      const finalLabels = { ...labels } as Record<string, string | number>
      finalLabels.outcome = 'failed'
      try {
        const result = await work((moreLabels) => Object.assign(finalLabels, moreLabels))
        finalLabels.outcome = 'ok'
        return result
      } finally {
        const { labels: countedLabels, timed } = metricKinds[kind]
        const { count, time } = metrics[kind]
        count.inc(pickLabels(countedLabels, finalLabels))
        time.observe(pickLabels(timed, finalLabels), (now() - startedAt) / 1_000)
      }
    },
    render: () => registry.metrics(),
  }
}

/** Descriptions of the database gauges; each kind of database reports only some of them. */
export const databaseHelp: Readonly<Record<string, string>> = {
  connections: 'Open connections of the pool.',
  idle_connections: 'Connections of the pool that nothing uses.',
  waiting: 'Statements that wait for a connection.',
}

/** Renders the gauges of one part of the gateway, each named `latchkey_<part>_<name>`. */
export function renderGauges(
  subsystem: string,
  gauges: Readonly<Record<string, number>>,
  help: Readonly<Record<string, string>>,
): Promise<string> {
  const registry = new Registry()
  for (const [name, value] of Object.entries(gauges)) {
    const gauge = new Gauge({
      name: `latchkey_${subsystem}_${name}`,
      help: help[name] ?? name,
      registers: [registry],
    })
    gauge.set(value)
  }
  return registry.metrics()
}

function pickLabels(
  names: readonly string[],
  labels: Readonly<Record<string, string | number>>,
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, String(labels[name] ?? '').replace(/[\\"\n]/g, '_')]),
  )
}
