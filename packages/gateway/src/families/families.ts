import { type AssetId, type ChainId, namespaceOf } from '@latchkey/protocol'
import { bitcoin } from './bitcoin/bitcoin.ts'
import { evm } from './evm/evm.ts'
import { coinAsset, type Family } from './shared/family.ts'
import { solana } from './solana/solana.ts'
import { stacks } from './stacks/stacks.ts'

/** All known chain families; a new family needs a folder here and an entry in this list. */
export const families: readonly Family[] = [evm, solana, bitcoin, stacks]

/**
 * Returns the family of a chain; undefined for a chain of an unknown family, for which the gateway
 * only forwards node calls.
 */
export function familyOfChain(chain: ChainId): Family | undefined {
  const namespace = namespaceOf(chain)
  return families.find((family) => family.namespace === namespace)
}

/**
 * Returns the chain family to which an address belongs; undefined when the address fits none or
 * several.
 */
export function familyOfAddress(address: string): Family | undefined {
  const [family, ...otherFamilies] = families.filter((one) => one.isAddress(address))
  return otherFamilies.length > 0 ? undefined : family
}

/** Returns the CAIP-19 id of a chain's coin. */
export function coinOfChain(chain: ChainId): AssetId {
  return coinAsset(familyOfChain(chain) ?? evm, chain)
}
