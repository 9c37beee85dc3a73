import type { ReadSource } from '@latchkey/core'
import { readFeeEstimates } from '../node/esplora.ts'

/** Fee rates by urgency, in whole satoshi per virtual byte. */
export interface FeeRates {
  /** Rate for a confirmation in the next block or two. */
  readonly fast: number
  /** Rate for a confirmation within half an hour. */
  readonly medium: number
  /** Rate for a confirmation within a day. */
  readonly slow: number
}

/**
 * The highest rate accepted, because a hostile server could otherwise take the whole balance as a
 * fee.
 */
const maxFeeRate = 2000

/**
 * The nodes' estimates of fee rates, rounded up, each between 1 and 2,000; 1 when the nodes cannot
 * estimate one. Throws `rpc-answer-invalid`.
 */
export async function feeRates(source: ReadSource): Promise<FeeRates> {
  const estimates = await readFeeEstimates(source)
  const rateForBlocks = (blocks: number) => {
    // Uses the estimate for the longest wait that is not above `blocks`; when there is none, the
    // estimate for the shortest wait.
    const targets = [...estimates.keys()].sort((a, b) => b - a)
    const target = targets.find((candidate) => candidate <= blocks) ?? targets.at(-1)
    const rate = target === undefined ? undefined : estimates.get(target)
    return Math.min(Math.max(Math.ceil(rate ?? 1), 1), maxFeeRate)
  }
  return { fast: rateForBlocks(1), medium: rateForBlocks(3), slow: rateForBlocks(144) }
}
