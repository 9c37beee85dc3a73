import { compareRatios, type Ratio } from '../../base/money/ratio.ts'

/** The price of an asset at one time, from one source. */
export interface PricePoint {
  /** Price of one whole unit in US dollars. */
  readonly usd: Ratio
  /** Time of the price in milliseconds since the epoch. */
  readonly at: number
  readonly source: string
}

/**
 * Returns the middle one of `points`, never a mean, so that it is a price that was observed. Of two
 * middle points the earlier one is taken, because a manipulated price is usually the latest; if
 * both have the same time, the lower price is taken.
 */
export function medianPoint(points: readonly PricePoint[]): PricePoint | undefined {
  const sorted = [...points].sort((a, b) => compareRatios(a.usd, b.usd))
  const lowerMiddle = sorted[(sorted.length - 1) >> 1]
  const upperMiddle = sorted[sorted.length >> 1]
  return lowerMiddle && upperMiddle && upperMiddle.at < lowerMiddle.at ? upperMiddle : lowerMiddle
}
