import type { Config } from '../../base/config/schema.ts'
import { type Watch, watchBoth } from '../../base/watch/watch.ts'
import { makeProcessMetrics } from './process-metrics.ts'
import { makeWatchMetrics } from './watch-metrics.ts'

/** The monitoring of a running gateway: metrics, and trace spans when configured. */
export interface StartedWatch {
  readonly watch: Watch
  /** Returns the metrics in Prometheus text format. */
  render(): Promise<string>
  stop(): Promise<void>
}

/**
 * Always starts the metrics. Starts tracing, and loads its library, only where a collector is
 * configured.
 */
export async function startWatch({ otlpUrl }: Pick<Config, 'otlpUrl'>): Promise<StartedWatch> {
  const { watch, render: renderWork } = makeWatchMetrics()
  const processMetrics = makeProcessMetrics()
  const renderAll = async (): Promise<string> =>
    (await Promise.all([renderWork(), processMetrics.render()])).join('')
  if (otlpUrl === undefined)
    return { watch, render: renderAll, stop: async () => processMetrics.stop() }
  const { startTraces } = await import('./traces.ts')
  const traces = startTraces(otlpUrl)
  return {
    watch: watchBoth(traces.watch, watch),
    render: renderAll,
    stop() {
      processMetrics.stop()
      return traces.stop()
    },
  }
}
