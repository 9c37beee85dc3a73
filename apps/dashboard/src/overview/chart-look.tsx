import type { ReactElement } from 'react'
import type { TooltipContentProps } from 'recharts'
import { format } from '../format.ts'

const axisStyle = {
  tick: { fill: 'var(--soft)', fontSize: 12 },
  tickLine: false,
  axisLine: false,
} as const

/** Common style of the charts: thin lines, small numbers, no animation. */
export const chartStyle = {
  margin: { top: 8, right: 8, bottom: 0, left: 0 },
  /** Properties of the horizontal axis, which shows times. */
  moments: { ...axisStyle, dataKey: 'at', minTickGap: 40 },
  /** Properties of the vertical axis, which shows counts. */
  counts: { ...axisStyle, tickFormatter: format.short, allowDecimals: false, width: 44 },
  grid: { stroke: 'var(--line)', strokeDasharray: '2 4', vertical: false },
  height: 240,
} as const

/** Colours of up to six series, distinguishable in both themes and with colour blindness. */
export const seriesColors = [
  'var(--series-1)',
  'var(--series-2)',
  'var(--series-3)',
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
] as const

/** Makes the function that writes the label of an hour or a day on the horizontal axis. */
export function stepFormatter(
  unit: 'hour' | 'day',
  isShort: boolean,
): (stepIndex: number) => string {
  if (unit === 'day') return format.day
  return isShort ? format.hour : format.moment
}

export function ChartTooltip({
  active,
  payload,
  name,
}: Partial<TooltipContentProps> & {
  readonly name: (stepIndex: number) => string
}): ReactElement | null {
  const stepIndex = (payload?.[0]?.payload as { at?: number } | undefined)?.at
  if (!active || !payload?.length || stepIndex === undefined) return null
  return (
    <div className="tip">
      <p>{name(stepIndex)}</p>
      <ul>
        {payload.map((entry) => (
          <li key={String(entry.name)}>
            <span className="swatch" style={{ background: entry.color }} />
            {String(entry.name)} <strong>{format.count(Number(entry.value))}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
