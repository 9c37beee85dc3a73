import { Counter, Registry } from 'prom-client'

const outcomes = ['challenge', 'opened', 'refused', 'unavailable', 'ended'] as const

/** Metrics of the sign-in, counted since the process started. */
export interface SignInMetrics {
  /**
   * Counts an event: a challenge was given out, a session was opened, a proof was refused, a
   * contract could not be asked, a session was signed out or replaced.
   */
  count(outcome: (typeof outcomes)[number]): void
  render(): Promise<string>
}

export function makeSignInMetrics(): SignInMetrics {
  const registry = new Registry()
  const counter = new Counter({
    name: 'latchkey_sign_in_total',
    help: 'Events of the sign-in since the start, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of outcomes) {
    counter.inc({ outcome }, 0)
  }
  return {
    count: (outcome) => counter.inc({ outcome }),
    render: () => registry.metrics(),
  }
}
