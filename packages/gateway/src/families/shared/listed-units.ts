import { type AssetId, chainOf, namespaceOf } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import type { Family } from './family.ts'

/** Name, symbol and decimals of an asset. */
export interface Unit {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/**
 * Returns the assets that the operator listed, in order; assets of `families` in the canonical
 * spelling of their family, others as listed.
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
