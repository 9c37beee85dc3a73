import { type Asset, type AssetId, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { Simulation } from '../contract/reader.ts'
import type { Kit } from '../machine/kit.ts'
import type { Transaction } from '../machine/state.ts'
import { checkSimulation } from './check-simulation.ts'
import { tryCalls } from './try-swap.ts'

/**
 * Simulates a draft again on the newest state. Between review and confirmation the price may have
 * moved, or the token may now refuse the approval. The assets of the first `simulation` are
 * compared again.
 * @throws `swap-quote-expired` when a swap no longer does what was promised |
 *   `swap-simulation-failed` for an approval | `insufficient-fee-funds` | what the read throws
 */
export async function checkDraft(
  kit: Kit,
  parameters: {
    readonly draft: Transaction
    readonly simulation?: Simulation | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<void> {
  const { draft, simulation, signal } = parameters
  const { from: account, asset, amount, maximum = amount, call, receives } = draft
  if (!call) return
  if (!receives) return void (await tryCalls(kit, { account, calls: [call], assets: [], signal }))
  const ids = Object.keys(simulation?.changes ?? {}).filter(
    (id) => id !== asset.id && id !== receives.asset.id,
  )
  const otherAssets = ids.map(
    (id): Asset => ({ id: id as AssetId, name: id, symbol: id, decimals: 0 }),
  )
  const assets = [asset, receives.asset, ...otherAssets]
  try {
    const latestSimulation = await tryCalls(kit, { account, calls: [call], assets, signal })
    checkSimulation(latestSimulation, {
      pay: asset,
      receive: receives.asset,
      minimum: receives.minimum,
      maximum,
      assets,
    })
  } catch (cause) {
    if (!hasCode(cause, 'swap-simulation-failed') && !hasCode(cause, 'swap-short')) throw cause
    const { reason } = cause.context
    throw new LatchkeyError('swap-quote-expired', { cause, ...(reason && { reason }) })
  }
}
