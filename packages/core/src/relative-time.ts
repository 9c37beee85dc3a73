import { type RelativeTimeUnit, relativeTimeSteps } from '@latchkey/protocol'

const unitMs: Readonly<Record<RelativeTimeUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 2_629_746_000,
  year: 31_556_952_000,
}

export interface RelativeTime {
  readonly count: number
  readonly unit: RelativeTimeUnit
  readonly isFuture: boolean
}

/**
 * Writes the time since, or until, `timestamp` in the units of `relativeTimeSteps`; both times are
 * in milliseconds since the epoch.
 */
export function relativeTime(timestamp: number, now: number = Date.now()): RelativeTime {
  const elapsedMs = Math.abs(now - timestamp)
  const isFuture = timestamp > now
  for (const { upTo = Number.POSITIVE_INFINITY, measuredIn, unit, count } of relativeTimeSteps) {
    if (Math.round(elapsedMs / unitMs[measuredIn]) <= upTo)
      return { count: count ?? Math.round(elapsedMs / unitMs[unit]), unit, isFuture }
  }
  return { count: Math.round(elapsedMs / unitMs.year), unit: 'year', isFuture }
}
