import type { Config } from '../../base/config/schema.ts'
import { type Watch, watchBoth } from '../../base/watch/watch.ts'
import { makeFigures } from './figures.ts'
import { processFigures } from './process-figures.ts'

/** What a running gateway knows of its own work. */
export interface StartedWatch {
  readonly watch: Watch
  /** Prometheus text. */
  render(): string
  stop(): Promise<void>
}

/** Figures always; spans where the operator has a collector, whose library is loaded only then. */
export async function startWatch({ otlpUrl }: Pick<Config, 'otlpUrl'>): Promise<StartedWatch> {
  const { watch, render: renderWork } = makeFigures()
  const own = processFigures()
  const renderAll = (): string => renderWork() + own.render()
  if (otlpUrl === undefined) return { watch, render: renderAll, stop: async () => own.stop() }
  const { startTraces } = await import('./traces.ts')
  const traces = startTraces(otlpUrl)
  return {
    watch: watchBoth(traces.watch, watch),
    render: renderAll,
    stop() {
      own.stop()
      return traces.stop()
    },
  }
}
