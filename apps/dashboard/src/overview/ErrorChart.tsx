import type { Overview } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { format } from '../format.ts'
import { ChartCard } from './ChartCard.tsx'
import { ChartTip, look, seriesColors, stepName } from './chart-look.tsx'

export function ErrorChart({ overview }: { readonly overview: Overview }): ReactElement {
  const { errors, unit, range } = overview
  const id = useId()
  const nameOf = stepName(unit, range === '24h')
  const parts = errors.codes.map(({ name }, at) => ({
    name,
    color: seriesColors[at] ?? 'var(--quiet)',
  }))
  if (parts.length === 0)
    return (
      <section className="card wide" aria-labelledby={id}>
        <h2 id={id}>Errors over time</h2>
        <p className="soft note">No error came in this time.</p>
      </section>
    )
  const data = errors.series.map(({ at, counts }) => ({ at, counts }))
  const listed = errors.codes.map(({ name, count }) => `${name} ${format.count(count)}`).join(', ')
  return (
    <ChartCard
      title="Errors over time"
      summary={`By code, the most frequent first: ${listed}.`}
      legend={parts}
      columns={[unit === 'day' ? 'Day' : 'Hour', ...parts.map(({ name }) => name)]}
      rows={data.map(({ at, counts }) => ({
        key: String(at),
        cells: [nameOf(at), ...counts.map(format.count)],
      }))}
    >
      <ResponsiveContainer width="100%" height={look.height}>
        <BarChart data={data} margin={look.margin} accessibilityLayer={false} barCategoryGap="20%">
          <CartesianGrid {...look.grid} />
          <XAxis {...look.moments} tickFormatter={nameOf} />
          <YAxis {...look.counts} />
          <Tooltip
            content={<ChartTip name={nameOf} />}
            isAnimationActive={false}
            cursor={{ fill: 'var(--ink)', fillOpacity: 0.05 }}
          />
          {parts.map(({ name, color }, at) => (
            // Codes come from pages: they are used as labels, never as property paths.
            <Bar
              key={name}
              dataKey={(row: { counts: readonly number[] }) => row.counts[at] ?? 0}
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
