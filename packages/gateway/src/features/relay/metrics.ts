/** Reasons of refusals. */
export type Refused =
  | 'token'
  | 'connections'
  | 'subscriptions'
  | 'rate'
  | 'invalid'
  | 'unknown-method'
  | 'full'
  | 'project'
  | 'store'
  | 'stuck'

/** Counters of a relay; without addresses, clients or topics. */
export interface RelayMetrics {
  countPublished(bytes: number): void
  countDuplicate(): void
  countDelivered(bytes: number): void
  countAcknowledged(): void
  countRefused(reason: Refused): void
  /** Records how many milliseconds the store needed to keep a message. */
  timeStored(ms: number): void
  /** Returns Prometheus text, gauges included. */
  render(gauges: Readonly<Record<string, number>>): string
}

const bucketsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000] as const

export function relayMetrics(): RelayMetrics {
  const counters = {
    published: 0,
    publishedBytes: 0,
    duplicates: 0,
    delivered: 0,
    deliveredBytes: 0,
    acknowledged: 0,
  }
  const refused = new Map<Refused, number>()
  const latency = { count: 0, sumMs: 0, within: bucketsMs.map(() => 0) }
  return {
    countPublished(bytes) {
      counters.published += 1
      counters.publishedBytes += bytes
    },
    countDuplicate: () => void counters.duplicates++,
    countDelivered(bytes) {
      counters.delivered += 1
      counters.deliveredBytes += bytes
    },
    countAcknowledged: () => void counters.acknowledged++,
    countRefused: (reason) => void refused.set(reason, (refused.get(reason) ?? 0) + 1),
    timeStored(ms) {
      latency.count += 1
      latency.sumMs += ms
      bucketsMs.forEach((most, at) => {
        if (ms <= most) latency.within[at] = (latency.within[at] ?? 0) + 1
      })
    },
    render: (gauges) =>
      [
        ...Object.entries(gauges).flatMap(([name, value]) =>
          renderMetric(`relay_${name}`, 'gauge', [['', value]]),
        ),
        ...renderMetric('relay_published_total', 'counter', [['', counters.published]]),
        ...renderMetric('relay_published_bytes_total', 'counter', [['', counters.publishedBytes]]),
        ...renderMetric('relay_duplicates_total', 'counter', [['', counters.duplicates]]),
        ...renderMetric('relay_delivered_total', 'counter', [['', counters.delivered]]),
        ...renderMetric('relay_delivered_bytes_total', 'counter', [['', counters.deliveredBytes]]),
        ...renderMetric('relay_acknowledged_total', 'counter', [['', counters.acknowledged]]),
        ...renderMetric(
          'relay_refused_total',
          'counter',
          [...refused].map(([reason, value]) => [`{reason="${reason}"}`, value] as const),
        ),
        ...renderMetric('relay_store_seconds', 'histogram', [
          ...bucketsMs.map(
            (most, at) => [`_bucket{le="${most / 1000}"}`, latency.within[at] ?? 0] as const,
          ),
          ['_bucket{le="+Inf"}', latency.count],
          ['_sum', latency.sumMs / 1000],
          ['_count', latency.count],
        ]),
        '',
      ].join('\n'),
  }
}

function renderMetric(
  name: string,
  type: string,
  values: readonly (readonly [string, number])[],
): string[] {
  return [
    `# TYPE latchkey_${name} ${type}`,
    ...values.map(([label, value]) => `latchkey_${name}${label} ${value}`),
  ]
}
