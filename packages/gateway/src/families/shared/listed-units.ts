import { type AssetId, chainOf } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { familyOf } from '../families.ts'

/** What one unit of an asset is called, and how its amounts are written. */
export interface Unit {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/** What the operator lists, by the family's own spelling of an asset, in the operator's order. */
export function listedUnits({ tokens }: Pick<Config, 'tokens'>): ReadonlyMap<AssetId, Unit> {
  return new Map(tokens.map((token) => [normalId(token.id), token]))
}

function normalId(id: AssetId): AssetId {
  const chain = chainOf(id)
  return familyOf(chain)?.tokenOf(chain, id.slice(id.lastIndexOf(':') + 1)) ?? id
}
