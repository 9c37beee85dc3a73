import { type Asset, LatchkeyError } from '@latchkey/protocol'
import type { Simulation } from '../contract/reader.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { refuseWith } from '../machine/adapter-of.ts'

/**
 * Checks a simulated swap against what was promised: no less than `minimum` is received, no more
 * than `maximum` is paid, and no other asset is paid. When the simulation has no `changes`, nothing
 * can be checked.
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
    /** All assets whose balance changes were simulated. */
    readonly assets: readonly Asset[]
  },
): void {
  if (!changes) return
  const receiveChange = changes[receive.id]
  const payChange = changes[pay.id]
  if (receiveChange === undefined || payChange === undefined)
    throw new LatchkeyError('swap-simulation-failed', {
      reason: 'a token does not tell what is held of it',
    })
  if (receiveChange < minimum)
    refuseWith('swap-short', `${receiveChange} of ${receive.symbol} would arrive, not ${minimum}`)
  if (-payChange > maximum)
    refuseWith('swap-short', `${-payChange} of ${pay.symbol} would leave, not ${maximum}`)
  for (const { id, symbol } of assets) {
    if (!isSameAsset(id, pay.id) && (changes[id] ?? 0n) < 0n)
      refuseWith('swap-short', `${symbol} would leave too`)
  }
}
