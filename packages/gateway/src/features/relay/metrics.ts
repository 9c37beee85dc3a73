import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Reasons for which the relay refuses a call or a connection. */
export type RefusalReason =
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

/** Counters of a relay; none of them contains addresses, clients or topics. */
export interface RelayMetrics {
  countPublished(bytes: number): void
  countDuplicate(): void
  countDelivered(bytes: number): void
  countAcknowledged(): void
  countRefused(reason: RefusalReason): void
  /** Records how many milliseconds the store took to store a message. */
  timeStored(ms: number): void
  /** Returns all metrics as Prometheus text, current values included. */
  render(gauges: Readonly<Record<keyof typeof gaugeHelp, number>>): Promise<string>
}

const bucketsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1000, 5000] as const

const gaugeHelp = {
  sockets: 'Open sockets of clients.',
  topics: 'Topics that a client on this process is subscribed to.',
  mailboxes: 'Topics with a mailbox in the store.',
  messages: 'Messages in the store.',
  bytes: 'Bytes of the messages in the store.',
} as const

export function relayMetrics(): RelayMetrics {
  const registry = new Registry()
  const registers = [registry]
  const gauges = Object.entries(gaugeHelp).map(([name, help]) => ({
    name: name as keyof typeof gaugeHelp,
    gauge: new Gauge({ name: `latchkey_relay_${name}`, help, registers }),
  }))
  const makeCounter = (name: string, help: string): Counter =>
    new Counter({ name: `latchkey_relay_${name}_total`, help, registers })
  const publishedCounter = makeCounter('published', 'Messages that clients published.')
  const publishedBytes = makeCounter('published_bytes', 'Bytes of published messages.')
  const duplicatesCounter = makeCounter('duplicates', 'Messages that were published once more.')
  const deliveredCounter = makeCounter('delivered', 'Messages sent to subscribers.')
  const deliveredBytes = makeCounter('delivered_bytes', 'Bytes of messages sent to subscribers.')
  const acknowledgedCounter = makeCounter(
    'acknowledged',
    'Messages that a subscriber acknowledged.',
  )
  const refusalCounts = new Counter({
    name: 'latchkey_relay_refused_total',
    help: 'Connections and calls that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const storedHistogram = new Histogram({
    name: 'latchkey_relay_store_seconds',
    help: 'Time that the store needed to keep a message.',
    buckets: bucketsMs.map((ms) => ms / 1000),
    registers,
  })
  return {
    countPublished(bytes) {
      publishedCounter.inc()
      publishedBytes.inc(bytes)
    },
    countDuplicate: () => duplicatesCounter.inc(),
    countDelivered(bytes) {
      deliveredCounter.inc()
      deliveredBytes.inc(bytes)
    },
    countAcknowledged: () => acknowledgedCounter.inc(),
    countRefused: (reason) => refusalCounts.inc({ reason }),
    timeStored: (ms) => storedHistogram.observe(ms / 1000),
    render(values) {
      for (const { name, gauge } of gauges) {
        gauge.set(values[name])
      }
      return registry.metrics()
    },
  }
}
