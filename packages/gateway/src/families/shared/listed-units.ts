import { type AssetId, chainOf, namespaceOf } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import type { Family } from './family.ts'

/** What one unit of an asset is called, and how its amounts are written. */
export interface Unit {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/**
 * What the operator lists, in the operator's order: an asset of one of `families` by that family's
 * own spelling, any other as it is listed.
 */
export function listedUnits(
  { tokens }: Pick<Config, 'tokens'>,
  families: readonly Family[],
): ReadonlyMap<AssetId, Unit> {
  return new Map(tokens.map((token) => [normalId(token.id, families), token]))
}

function normalId(id: AssetId, families: readonly Family[]): AssetId {
  const chain = chainOf(id)
  const family = families.find(({ namespace }) => namespace === namespaceOf(chain))
  return family?.tokenOf(chain, id.slice(id.lastIndexOf(':') + 1)) ?? id
}
