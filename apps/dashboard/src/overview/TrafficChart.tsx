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
import { ChartTooltip, chartStyle, stepFormatter } from './chart-look.tsx'

const trafficSeries = [
  { key: 'opens', name: 'Opens', color: 'var(--quiet)' },
  { key: 'connects', name: 'Connects', color: 'var(--accent)' },
  { key: 'failures', name: 'Failed or declined', color: 'var(--bad)' },
] as const

export function TrafficChart({ overview }: { readonly overview: Overview }): ReactElement {
  const { series, unit, range } = overview
  const formatStepTime = stepFormatter(unit, range === '24h')
  const busiestStep = series.reduce(
    (peak, step) => (step.opens > peak.opens ? step : peak),
    series[0] ?? { at: 0, opens: 0 },
  )
  const summary =
    busiestStep.opens > 0
      ? `${format.count(overview.opens)} opens led to ${format.count(overview.connects)} connections. The busiest ${unit} began ${formatStepTime(busiestStep.at)}, with ${format.count(busiestStep.opens)} opens.`
      : 'Nothing was opened in this time.'
  const rows = series.map((step) => ({
    key: String(step.at),
    cells: [formatStepTime(step.at), ...trafficSeries.map(({ key }) => format.count(step[key]))],
  }))
  return (
    <ChartCard
      title="Opens and connections"
      summary={summary}
      legend={trafficSeries}
      columns={[unit === 'day' ? 'Day' : 'Hour', ...trafficSeries.map(({ name }) => name)]}
      rows={rows}
    >
      <ResponsiveContainer width="100%" height={chartStyle.height}>
        <AreaChart data={[...series]} margin={chartStyle.margin} accessibilityLayer={false}>
          <CartesianGrid {...chartStyle.grid} />
          <XAxis {...chartStyle.moments} tickFormatter={formatStepTime} />
          <YAxis {...chartStyle.counts} />
          <Tooltip
            content={<ChartTooltip name={formatStepTime} />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--soft)' }}
          />
          {trafficSeries.map(({ key, name, color }) => (
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
