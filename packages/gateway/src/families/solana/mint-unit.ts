import type { AssetId, ChainId } from '@latchkey/protocol'
import type { Unit } from '../shared/listed-units.ts'

/**
 * As the operator lists a token, else by the address of its mint: nothing that calls itself a name
 * is believed.
 */
export function mintUnit(
  listed: ReadonlyMap<AssetId, Unit>,
  chain: ChainId,
  mint: string,
  decimals: number,
): Unit {
  const known = listed.get(`${chain}/token:${mint}`)
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return known ? { ...known, decimals } : { name: short, symbol: short, decimals }
}
