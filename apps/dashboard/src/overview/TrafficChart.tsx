import type { Overview } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { format } from '../format.ts'
import { ChartCard } from './ChartCard.tsx'
import { ChartTip, look, stepName } from './chart-look.tsx'

const parts = [
  { key: 'opens', name: 'Opens', color: 'var(--quiet)' },
  { key: 'connects', name: 'Connects', color: 'var(--accent)' },
  { key: 'failures', name: 'Failed or declined', color: 'var(--bad)' },
] as const

export function TrafficChart({ overview }: { readonly overview: Overview }): ReactElement {
  const { series, unit, range } = overview
  const nameOf = stepName(unit, range === '24h')
  const most = series.reduce(
    (best, one) => (one.opens > best.opens ? one : best),
    series[0] ?? { at: 0, opens: 0 },
  )
  const summary =
    most.opens > 0
      ? `${format.count(overview.opens)} opens led to ${format.count(overview.connects)} connections. The busiest ${unit} began ${nameOf(most.at)}, with ${format.count(most.opens)} opens.`
      : 'Nothing was opened in this time.'
  const rows = series.map((one) => ({
    key: String(one.at),
    cells: [nameOf(one.at), ...parts.map(({ key }) => format.count(one[key]))],
  }))
  return (
    <ChartCard
      title="Opens and connections"
      summary={summary}
      legend={parts}
      columns={[unit === 'day' ? 'Day' : 'Hour', ...parts.map(({ name }) => name)]}
      rows={rows}
    >
      <ResponsiveContainer width="100%" height={look.height}>
        <AreaChart data={[...series]} margin={look.margin} accessibilityLayer={false}>
          <CartesianGrid {...look.grid} />
          <XAxis {...look.moments} tickFormatter={nameOf} />
          <YAxis {...look.counts} />
          <Tooltip
            content={<ChartTip name={nameOf} />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--soft)' }}
          />
          {parts.map(({ key, name, color }) => (
            <Area
              key={key}
              dataKey={key}
              name={name}
              type="monotone"
              stroke={color}
              strokeWidth={2}
              fill={color}
              fillOpacity={0.1}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    </ChartCard>
  )
}
