import type { AssetId, ChainId } from '@latchkey/protocol'
import type { Unit } from '../shared/listed-units.ts'

/**
 * Name and symbol of a token mint: from the operator's list, else the address of the mint. The name
 * that a mint claims itself is not trusted.
 */
export function mintUnit(
  listed: ReadonlyMap<AssetId, Unit>,
  chain: ChainId,
  mint: string,
  decimals: number,
): Unit {
  const listedUnit = listed.get(`${chain}/token:${mint}`)
  const shortenMint = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return listedUnit
    ? { ...listedUnit, decimals }
    : { name: shortenMint, symbol: shortenMint, decimals }
}
