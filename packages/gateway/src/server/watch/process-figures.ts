import { monitorEventLoopDelay } from 'node:perf_hooks'
import { renderGauges } from './figures.ts'

/** CPU, memory and event-loop figures of this process. */
export interface ProcessFigures {
  /** Returns Prometheus text; the event-loop delay covers the time since the last call. */
  render(): string
  stop(): void
}

/** Sampling interval of the event loop in milliseconds; an idle loop measures this delay. */
const resolution = 20

export function processFigures(): ProcessFigures {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  const secondsOf = (nanoseconds: number): number =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolution / 1_000) : 0
  return {
    render() {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed } = process.memoryUsage()
      const gauges = renderGauges('process', {
        resident_bytes: rss,
        heap_bytes: heapUsed,
        handles: process.getActiveResourcesInfo().length,
        event_loop_delay_seconds: secondsOf(delays.mean),
        event_loop_delay_max_seconds: secondsOf(delays.max),
      })
      delays.reset()
      const cpu = 'latchkey_process_cpu_seconds_total'
      return `${gauges}# TYPE ${cpu} counter\n${cpu} ${(user + system) / 1e6}\n`
    },
    stop: () => void delays.disable(),
  }
}
