import type { ReadSource } from '@latchkey/core'
import { readFeeEstimates } from '../node/esplora.ts'

/** Whole satoshi a virtual byte. */
export interface FeeRates {
  /** In the next block or two. */
  readonly fast: number
  /** Within half an hour. */
  readonly medium: number
  /** Within a day. */
  readonly slow: number
}

/** Nobody means to pay more for a byte than this; a lying server could ask for all there is. */
const dearest = 2000

/**
 * What nodes estimate, rounded up, each between 1 and 2,000; 1 where they cannot tell. Throws
 * `rpc-answer-invalid`.
 */
export async function feeRates(source: ReadSource): Promise<FeeRates> {
  const told = await readFeeEstimates(source)
  const rateWithin = (blocks: number) => {
    // The nearest that waits no longer, else the soonest there is.
    const targets = [...told.keys()].sort((a, b) => b - a)
    const target = targets.find((one) => one <= blocks) ?? targets.at(-1)
    const rate = target === undefined ? undefined : told.get(target)
    return Math.min(Math.max(Math.ceil(rate ?? 1), 1), dearest)
  }
  return { fast: rateWithin(1), medium: rateWithin(3), slow: rateWithin(144) }
}
