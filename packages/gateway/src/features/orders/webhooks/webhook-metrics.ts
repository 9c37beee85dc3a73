import { Counter, Gauge, Registry } from 'prom-client'

const outcomes = ['delivered', 'dropped', 'failed', 'lost'] as const

/** Metrics of the webhook calls about orders, counted since the process started. */
export interface WebhookMetrics {
  /**
   * Counts what became of an event: `dropped` when its project has no webhook any more, `failed`
   * for one failed attempt, `lost` when the queue gave it up.
   */
  count(outcome: (typeof outcomes)[number]): void
  render(waitingCount: number): Promise<string>
}

export function makeWebhookMetrics(): WebhookMetrics {
  const registry = new Registry()
  const events = new Counter({
    name: 'latchkey_order_events_total',
    help: 'Results of webhook calls about orders since the start, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const waitingGauge = new Gauge({
    name: 'latchkey_order_events_waiting',
    help: 'Changes of orders that a webhook was not told yet.',
    registers: [registry],
  })
  for (const outcome of outcomes) {
    events.inc({ outcome }, 0)
  }
  return {
    count: (outcome) => events.inc({ outcome }),
    render(waitingCount) {
      waitingGauge.set(waitingCount)
      return registry.metrics()
    },
  }
}
