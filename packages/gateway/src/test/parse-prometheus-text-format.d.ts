declare module 'parse-prometheus-text-format' {
  export interface MetricFamily {
    readonly name: string
    readonly help: string
    readonly type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM' | 'SUMMARY' | 'UNTYPED'
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>
      readonly value?: string
    }[]
  }
  export default function parsePrometheusTextFormat(text: string): readonly MetricFamily[]
}
