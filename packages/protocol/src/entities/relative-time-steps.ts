// These steps are in a separate module, so that pages without relative times do not load them.

/**
 * One step of the table by which relative times are written: up to which difference it applies, and
 * which count and unit are displayed.
 */
export interface RelativeTimeStep {
  /** Largest rounded difference to which the step applies, inclusive; absent in the last step. */
  readonly upTo?: number
  /** Unit in which the difference is rounded before it is compared with `upTo`. */
  readonly measuredIn: RelativeTimeUnit
  readonly unit: RelativeTimeUnit
  /** Number that is displayed instead of the rounded difference. */
  readonly count?: 1
}
export type RelativeTimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

/** The steps, in the order in which they are tried. */
export const relativeTimeSteps: readonly RelativeTimeStep[] = [
  { upTo: 44, measuredIn: 'second', unit: 'second' },
  { upTo: 89, measuredIn: 'second', unit: 'minute', count: 1 },
  { upTo: 44, measuredIn: 'minute', unit: 'minute' },
  { upTo: 89, measuredIn: 'minute', unit: 'hour', count: 1 },
  { upTo: 21, measuredIn: 'hour', unit: 'hour' },
  { upTo: 35, measuredIn: 'hour', unit: 'day', count: 1 },
  { upTo: 25, measuredIn: 'day', unit: 'day' },
  { upTo: 45, measuredIn: 'day', unit: 'month', count: 1 },
  { upTo: 10, measuredIn: 'month', unit: 'month' },
  { upTo: 17, measuredIn: 'month', unit: 'year', count: 1 },
  { measuredIn: 'year', unit: 'year' },
]
