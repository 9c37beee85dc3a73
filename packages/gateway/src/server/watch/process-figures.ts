import { monitorEventLoopDelay } from 'node:perf_hooks'
import { renderGauges } from './figures.ts'

/** What this process takes of its machine. */
export interface ProcessFigures {
  /** Prometheus text; the delay is of the time since it was read last. */
  render(): string
  stop(): void
}

/** How often the event loop is looked at (ms); what it measures of a loop that is idle. */
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
