import { compareRatios, type Ratio } from '../../base/money/ratio.ts'

/** What an asset was worth at one moment, by one source. */
export interface PricePoint {
  /** US dollars for one whole unit. */
  readonly usd: Ratio
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly source: string
}

/**
 * The middle one of `points`, never a mean: always a price that was seen. Of two middle ones the
 * earlier, since what somebody wants to move is moved last; of one moment the lower.
 */
export function medianPoint(points: readonly PricePoint[]): PricePoint | undefined {
  const sorted = [...points].sort((a, b) => compareRatios(a.usd, b.usd))
  const lower = sorted[(sorted.length - 1) >> 1]
  const upper = sorted[sorted.length >> 1]
  return lower && upper && upper.at < lower.at ? upper : lower
}
