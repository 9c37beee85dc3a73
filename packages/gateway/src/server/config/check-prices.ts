import { chainOf } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset, readAssetContract } from '../../base/money/asset.ts'

/** A fault in the configuration: its reason and how to fix it. */
export interface Fault {
  readonly reason: string
  readonly fix: string
}

/**
 * Finds the first fault in the configured price pools, stablecoins (`dollars`) and price services;
 * undefined when there is none.
 */
export function checkPrices({
  chains,
  prices,
  upstreams,
}: Pick<Config, 'chains' | 'prices' | 'upstreams'>): Fault | undefined {
  const ids: readonly string[] = chains.map(({ id }) => id)
  const { pools, dollars } = prices
  const isDollar = new Set(dollars.map(normalizeAsset))
  const pricedAssets = new Set(pools.map(({ asset }) => normalizeAsset(asset)))
  for (const [at, { chain, address, asset, against }] of pools.entries()) {
    const configPath = `prices.pools.${at}`
    if (!ids.includes(chain) || !chain.startsWith('eip155:'))
      return {
        reason: `${configPath}: ${chain} is no EVM chain of chains`,
        fix: 'list the chain, or drop the pool',
      }
    for (const [name, id] of [
      ['asset', asset],
      ['against', against],
    ] as const) {
      if (chainOf(id) !== chain)
        return {
          reason: `${configPath}.${name}: ${id} is on another chain than the pool`,
          fix: `name an asset of ${chain}`,
        }
      if (
        !readAssetContract(id)
          ? !id.includes('/slip44:')
          : !/^0x[\da-f]{40}$/.test(readAssetContract(id) ?? '')
      )
        return {
          reason: `${configPath}.${name}: ${id} is neither a token nor a coin`,
          fix: `write ${chain}/erc20:0x… or ${chain}/slip44:60`,
        }
    }
    if (
      normalizeAsset(asset) === normalizeAsset(against) ||
      (!readAssetContract(asset) && !readAssetContract(against))
    )
      return {
        reason: `${configPath}: asset and against are not two tokens of one pool`,
        fix: 'name both sides; one of them may be the coin, for its wrapped form',
      }
    if (isDollar.has(normalizeAsset(asset)))
      return {
        reason: `${configPath}: ${asset} is one of dollars already`,
        fix: 'drop the pool, or take it from dollars',
      }
    if (!isDollar.has(normalizeAsset(against)) && !pricedAssets.has(normalizeAsset(against)))
      return {
        reason: `${configPath}.against: ${against} is not one of dollars, and no pool prices it`,
        fix: 'add it to dollars, or list a pool for it',
      }
    const duplicateIndex = pools.findIndex(
      (pool) => pool.chain === chain && pool.address.toLowerCase() === address.toLowerCase(),
    )
    if (duplicateIndex < at)
      return { reason: `${configPath}: ${address} is listed twice`, fix: 'keep one of them' }
  }
  return checkPriceCycle(prices) ?? checkUpstreams(ids, upstreams)
}

/**
 * Every priced asset must be connected to a stablecoin of `dollars` through the pools: pools that
 * only refer to each other in a ring give no price.
 */
function checkPriceCycle({ pools, dollars }: Config['prices']): Fault | undefined {
  const reachableAssets = new Set(dollars.map(normalizeAsset))
  for (let round = 0; round < pools.length; round++) {
    for (const { asset, against } of pools) {
      if (reachableAssets.has(normalizeAsset(against))) reachableAssets.add(normalizeAsset(asset))
    }
  }
  const unreachableIndex = pools.findIndex(
    ({ asset }) => !reachableAssets.has(normalizeAsset(asset)),
  )
  return unreachableIndex < 0
    ? undefined
    : {
        reason: `prices.pools.${unreachableIndex}: ${pools[unreachableIndex]?.asset} leads round in a ring and never to one of dollars`,
        fix: 'list a pool against one of dollars',
      }
}

function checkUpstreams(ids: readonly string[], upstreams: Config['upstreams']): Fault | undefined {
  const unlistedChain = upstreams.prices?.chains.find((chain) => !ids.includes(chain))
  return unlistedChain
    ? {
        reason: `upstreams.prices.chains: ${unlistedChain} is not in chains`,
        fix: 'list the chain, or drop it there',
      }
    : undefined
}
