import { Counter, Gauge, Registry } from 'prom-client'

const outcomes = ['sent', 'failed', 'lost', 'refused'] as const

/** Counters of the mails of one queue, since the process started. */
export interface MailMetrics {
  /**
   * Counts a result of sending: `failed` is one attempt, `lost` a mail that the queue gave up on,
   * `refused` a code that the queue did not accept.
   */
  count(outcome: (typeof outcomes)[number]): void
  render(waitingCount: number): Promise<string>
}

export function makeMailMetrics(queue: string): MailMetrics {
  const registry = new Registry()
  const mails = new Counter({
    name: `latchkey_${queue}_mails_total`,
    help: 'Results of mails since the start, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const queuedGauge = new Gauge({
    name: `latchkey_${queue}_mails_waiting`,
    help: 'Mails that wait to be sent.',
    registers: [registry],
  })
  for (const outcome of outcomes) {
    mails.inc({ outcome }, 0)
  }
  return {
    count: (outcome) => mails.inc({ outcome }),
    render(waitingCount) {
      queuedGauge.set(waitingCount)
      return registry.metrics()
    },
  }
}
