import type { OverviewRange } from '@latchkey/protocol'

export const hourMs = 3_600_000
export const dayMs = 86_400_000

/**
 * Where an overview begins and ends, and where whole days give way to hours; milliseconds since the
 * epoch.
 */
export interface TimeRange {
  readonly from: number
  readonly to: number
  readonly unit: 'hour' | 'day'
  readonly unitMs: number
}

const days: Readonly<Record<OverviewRange, number>> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/** The range back from `now`: the running hour or day of UTC is the last of it. */
export function timeRange(range: OverviewRange, now: number): TimeRange {
  if (range === '24h')
    return { from: floorToUnit(now, hourMs) - 23 * hourMs, to: now, unit: 'hour', unitMs: hourMs }
  const from = floorToUnit(now, dayMs) - (days[range] - 1) * dayMs
  return range === '7d'
    ? { from, to: now, unit: 'hour', unitMs: hourMs }
    : { from, to: now, unit: 'day', unitMs: dayMs }
}

/** Every step of the range, so that what is missing is drawn as zero. */
export function stepsOf({ from, to, unitMs }: TimeRange): number[] {
  return Array.from({ length: Math.floor((to - from) / unitMs) + 1 }, (_, at) => from + at * unitMs)
}

/** Beginning of the hour or day of UTC. */
export function floorToUnit(at: number, unitMs: number): number {
  return at - (((at % unitMs) + unitMs) % unitMs)
}
