import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'

/** CPU, memory and event-loop metrics of this process. */
export interface ProcessMetrics {
  /**
   * Returns the metrics as Prometheus text; the event-loop delay covers the time since the last
   * call.
   */
  render(): Promise<string>
  stop(): void
}

/**
 * Milliseconds between two samples of the event-loop delay; even an idle event loop reports a delay
 * of about this value.
 */
const resolutionMs = 20

const help = {
  resident_bytes: 'Memory of the process.',
  heap_bytes: 'Used part of the JavaScript heap.',
  handles: 'Open sockets, timers and files.',
  event_loop_delay_seconds: 'Mean delay of the event loop since the last scrape.',
  event_loop_delay_max_seconds: 'Longest delay of the event loop since the last scrape.',
} as const

export function makeProcessMetrics(): ProcessMetrics {
  const loopDelays = monitorEventLoopDelay({ resolution: resolutionMs })
  loopDelays.enable()
  const toSeconds = (nanoseconds: number): number =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000) : 0
  const registry = new Registry()
  const makeGauge = (name: keyof typeof help): Gauge =>
    new Gauge({ name: `latchkey_process_${name}`, help: help[name], registers: [registry] })
  const gauges = {
    resident: makeGauge('resident_bytes'),
    heap: makeGauge('heap_bytes'),
    handles: makeGauge('handles'),
    delay: makeGauge('event_loop_delay_seconds'),
    delayMax: makeGauge('event_loop_delay_max_seconds'),
  }
  const cpuMetric = new Counter({
    name: 'latchkey_process_cpu_seconds_total',
    help: 'Processor time of the process, its own and that of the system for it.',
    registers: [registry],
  })
  return {
    render() {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed } = process.memoryUsage()
      gauges.resident.set(rss)
      gauges.heap.set(heapUsed)
      gauges.handles.set(process.getActiveResourcesInfo().length)
      gauges.delay.set(toSeconds(loopDelays.mean))
      gauges.delayMax.set(toSeconds(loopDelays.max))
      loopDelays.reset()
      cpuMetric.reset()
      cpuMetric.inc((user + system) / 1e6)
      return registry.metrics()
    },
    stop: () => void loopDelays.disable(),
  }
}
