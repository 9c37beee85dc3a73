import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { version } from '../../base/version.ts'
import type { Watch } from '../../base/watch/watch.ts'

/** Trace spans of requests and of their node and database calls. */
export interface Traces {
  readonly watch: Watch
  /** Sends the remaining spans, within 2 s. */
  stop(): Promise<void>
}

const spanKinds = { request: SpanKind.SERVER, node: SpanKind.CLIENT, sql: SpanKind.CLIENT } as const
const path = '/v1/traces'
const stopTimeoutMs = 2_000

/**
 * Starts the export of spans.
 * @param url - collector that accepts OTLP over HTTP, with or without `/v1/traces`
 */
export function startTraces(url: string, exportIntervalMs = 5_000): Traces {
  const address = new URL(url)
  if (!address.pathname.endsWith(path)) address.pathname = address.pathname.replace(/\/*$/, path)
  const exporter = new OTLPTraceExporter({ url: address.href, timeoutMillis: 5_000 })
  // The spans have a provider of their own instead of the process-wide one, because two gateways
  // may run in one process.
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'latchkey-gateway',
      'service.version': version,
    }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        scheduledDelayMillis: exportIntervalMs,
        exportTimeoutMillis: 6_000,
      }),
    ],
  })
  const tracer = provider.getTracer('latchkey-gateway', version)
  const currentContext = new AsyncLocalStorage<Context>()
  return {
    watch({ kind, labels }, work) {
      const parent = currentContext.getStore()
      // Background work such as following a chain never ends, so it is measured by metrics and has
      // no spans.
      if (!parent && kind !== 'request') return work(() => {})
      const span = tracer.startSpan(
        kind,
        { kind: spanKinds[kind], attributes: toAttributes(labels) },
        parent ?? ROOT_CONTEXT,
      )
      const runWork = async () => {
        try {
          return await work((moreLabels) => {
            span.setAttributes(toAttributes(moreLabels))
            if (Number(moreLabels.status) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          })
        } catch (error) {
          // Of an error only its name is sent, because its message may contain addresses or
          // parameters.
          span.setStatus({
            code: SpanStatusCode.ERROR,
            message: (error as Error | null)?.name ?? 'Error',
          })
          throw error
        } finally {
          span.end()
        }
      }
      return currentContext.run(trace.setSpan(parent ?? ROOT_CONTEXT, span), runWork)
    },
    async stop() {
      const limit = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), limit])
    },
  }
}

function toAttributes(
  labels: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [`latchkey.${name}`, value]),
  )
}
