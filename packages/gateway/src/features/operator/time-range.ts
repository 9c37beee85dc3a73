import type { OverviewRange } from '@latchkey/protocol'

export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** The time range of an overview in milliseconds since the epoch, and the length of its steps. */
export interface TimeRange {
  readonly from: number
  readonly to: number
  readonly unit: 'hour' | 'day'
  readonly unitMs: number
}

const rangeDays: Readonly<Record<OverviewRange, number>> = {
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
}

/** Returns the time range before `now`; its last step is the current hour or day (UTC). */
export function timeRange(range: OverviewRange, now: number): TimeRange {
  if (range === '24h')
    return { from: floorToUnit(now, hourMs) - 23 * hourMs, to: now, unit: 'hour', unitMs: hourMs }
  const rangeStart = floorToUnit(now, dayMs) - (rangeDays[range] - 1) * dayMs
  return range === '7d'
    ? { from: rangeStart, to: now, unit: 'hour', unitMs: hourMs }
    : { from: rangeStart, to: now, unit: 'day', unitMs: dayMs }
}

/**
 * Returns the start of every step of the range, so that a step without counts can be drawn as zero.
 */
export function listSteps({ from, to, unitMs }: TimeRange): number[] {
  return Array.from(
    { length: Math.floor((to - from) / unitMs) + 1 },
    (_, index) => from + index * unitMs,
  )
}

/** Returns the start of the hour or day (UTC) that contains `time`. */
export function floorToUnit(time: number, unitMs: number): number {
  return time - (((time % unitMs) + unitMs) % unitMs)
}
