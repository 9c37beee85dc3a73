import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

/**
 * Reads a compiled artifact of ERC-4337's reference contracts, which are under the GPL and
 * therefore used in development only.
 */
export function readReferenceContract(name: string): { readonly abi: Abi; readonly bytecode: Hex } {
  const require = createRequire(import.meta.url)
  return require(`@account-abstraction/contracts/artifacts/${name}.json`) as {
    abi: Abi
    bytecode: Hex
  }
}
