import { type Asset, LatchkeyError } from '@latchkey/protocol'
import type { Simulation } from '../contract/reader.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { refuseWith } from '../machine/adapter-of.ts'

/**
 * Checks a simulated swap against its promise: no less than `minimum` is received, no more than
 * `maximum` is paid, and no other asset is paid. Without `changes` nothing can be checked.
 * @param minimum, maximum base units
 * @throws `swap-short` | `swap-simulation-failed`
 */
export function checkSimulation(
  { changes }: Simulation,
  {
    pay,
    receive,
    minimum,
    maximum,
    assets,
  }: {
    readonly pay: Asset
    readonly receive: Asset
    readonly minimum: bigint
    readonly maximum: bigint
    /** All assets whose changes were asked for. */
    readonly assets: readonly Asset[]
  },
): void {
  if (!changes) return
  const arrives = changes[receive.id]
  const leaves = changes[pay.id]
  if (arrives === undefined || leaves === undefined)
    throw new LatchkeyError('swap-simulation-failed', {
      reason: 'a token does not tell what is held of it',
    })
  if (arrives < minimum)
    refuseWith('swap-short', `${arrives} of ${receive.symbol} would arrive, not ${minimum}`)
  if (-leaves > maximum)
    refuseWith('swap-short', `${-leaves} of ${pay.symbol} would leave, not ${maximum}`)
  for (const { id, symbol } of assets) {
    if (!isSameAsset(id, pay.id) && (changes[id] ?? 0n) < 0n)
      refuseWith('swap-short', `${symbol} would leave too`)
  }
}
