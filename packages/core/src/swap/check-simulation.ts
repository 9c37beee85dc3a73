import { type Asset, LatchkeyError } from '@latchkey/protocol'
import { refuse } from '../adapter-of.ts'
import type { Simulation } from '../reader.ts'
import type { SwapQuote } from './swap.ts'
import { isSameAsset } from './swap-token.ts'

/**
 * Holds what a swap did when it was tried against its promise: no less than `minimum` arrives, no more than was offered
 * leaves, and nothing else does. Without `changes` nothing can be held.
 * @param minimum base units
 * @throws `swap-short` | `swap-simulation-failed`
 */
export function checkSimulation(
  { changes }: Simulation,
  {
    quote: { pay, receive },
    minimum,
    assets,
  }: {
    readonly quote: SwapQuote
    readonly minimum: bigint
    /** All that changes were asked of. */
    readonly assets: readonly Asset[]
  },
): void {
  if (!changes) return
  const arrives = changes[receive.asset.id]
  const leaves = changes[pay.asset.id]
  if (arrives === undefined || leaves === undefined)
    throw new LatchkeyError('swap-simulation-failed', { reason: 'a token does not tell what is held of it' })
  if (arrives < minimum) refuse('swap-short', `${arrives} of ${receive.asset.symbol} would arrive, not ${minimum}`)
  if (-leaves > pay.amount) refuse('swap-short', `${-leaves} of ${pay.asset.symbol} would leave, not ${pay.amount}`)
  for (const { id, symbol } of assets)
    if (!isSameAsset(id, pay.asset.id) && (changes[id] ?? 0n) < 0n) refuse('swap-short', `${symbol} would leave too`)
}
