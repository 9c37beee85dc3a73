import type { AssetId } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** Returns the canonical spelling of an asset id: token addresses of EVM chains in lower case. */
export function normalizeAsset(id: AssetId): AssetId {
  return id.includes('/erc20:') ? (id.toLowerCase() as AssetId) : id
}

/** Returns the contract address of an ERC-20 asset in lower case; undefined for a coin. */
export function readAssetContract(id: AssetId): Hex | undefined {
  return id.includes('/erc20:')
    ? (id.slice(id.lastIndexOf(':') + 1).toLowerCase() as Hex)
    : undefined
}
