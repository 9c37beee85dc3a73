import type { Overview } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { format } from '../format.ts'
import { ChartCard } from './ChartCard.tsx'
import { ChartTooltip, chartStyle, seriesColors, stepFormatter } from './chart-look.tsx'

export function ErrorChart({ overview }: { readonly overview: Overview }): ReactElement {
  const { errors, unit, range } = overview
  const id = useId()
  const formatStepTime = stepFormatter(unit, range === '24h')
  const codeSeries = errors.codes.map(({ name }, index) => ({
    name,
    color: seriesColors[index] ?? 'var(--quiet)',
  }))
  if (codeSeries.length === 0)
    return (
      <section className="card wide" aria-labelledby={id}>
        <h2 id={id}>Errors over time</h2>
        <p className="soft note">No error came in this time.</p>
      </section>
    )
  const data = errors.series.map(({ at: index, counts }) => ({ at: index, counts }))
  const codeList = errors.codes
    .map(({ name, count }) => `${name} ${format.count(count)}`)
    .join(', ')
  return (
    <ChartCard
      title="Errors over time"
      summary={`By code, the most frequent first: ${codeList}.`}
      legend={codeSeries}
      columns={[unit === 'day' ? 'Day' : 'Hour', ...codeSeries.map(({ name }) => name)]}
      rows={data.map(({ at: index, counts }) => ({
        key: String(index),
        cells: [formatStepTime(index), ...counts.map(format.count)],
      }))}
    >
      <ResponsiveContainer width="100%" height={chartStyle.height}>
        <BarChart
          data={data}
          margin={chartStyle.margin}
          accessibilityLayer={false}
          barCategoryGap="20%"
        >
          <CartesianGrid {...chartStyle.grid} />
          <XAxis {...chartStyle.moments} tickFormatter={formatStepTime} />
          <YAxis {...chartStyle.counts} />
          <Tooltip
            content={<ChartTooltip name={formatStepTime} />}
            isAnimationActive={false}
            cursor={{ fill: 'var(--ink)', fillOpacity: 0.05 }}
          />
          {codeSeries.map(({ name, color }, index) => (
            // Error codes come from pages, so they are used as labels and never as property paths.
            <Bar
              key={name}
              dataKey={(row: { counts: readonly number[] }) => row.counts[index] ?? 0}
              name={name}
              stackId="codes"
              fill={color}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartCard>
  )
}
