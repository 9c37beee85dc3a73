import parsePrometheusTextFormat from 'parse-prometheus-text-format'

/**
 * Samples of Prometheus text by name and sorted labels, as a parser of somebody else reads it.
 * @throws when a metric has no help or type, or a sample no number
 */
export function readSamples(text: string): ReadonlyMap<string, number> {
  for (const { name, help, type } of parsePrometheusTextFormat(text)) {
    if (!help || type === 'UNTYPED') throw new Error(`${name} has no help or no type`)
  }
  // The parser drops the labels of histograms; samples without a type keep them.
  const untyped = parsePrometheusTextFormat(text.replace(/^# .*\n/gm, ''))
  return new Map(
    untyped.flatMap(({ name, metrics }) =>
      metrics.map(({ labels = {}, value }): [string, number] => {
        const spelled = Object.keys(labels)
          .sort()
          .map((label) => `${label}="${labels[label]}"`)
        if (value === undefined || Number.isNaN(Number(value)))
          throw new Error(`${name}: ${value} is no number`)
        return [spelled.length > 0 ? `${name}{${spelled.join(',')}}` : name, Number(value)]
      }),
    ),
  )
}
