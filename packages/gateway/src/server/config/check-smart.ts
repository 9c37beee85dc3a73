import type { Config } from '../../base/config/schema.ts'
import type { Fault } from './check-prices.ts'

/** Finds the first fault in the configured smart accounts; undefined when there is none. */
export function checkSmartAccounts({
  chains,
  vault,
}: Pick<Config, 'chains' | 'vault'>): Fault | undefined {
  const smartChains = Object.keys(vault?.smart ?? {})
  // In EIP-7702 the chain id 0 means every chain, so it is refused here.
  const nonEvmChain = smartChains.find((chain) => !/^eip155:[1-9]\d*$/.test(chain))
  if (nonEvmChain)
    return { reason: `vault.smart: ${nonEvmChain} is no EVM chain`, fix: 'drop it there' }
  const unlistedChain = smartChains.find((chain) => !chains.some(({ id }) => id === chain))
  if (unlistedChain)
    return {
      reason: `vault.smart: ${unlistedChain} is not in chains`,
      fix: 'list the chain, or drop it there',
    }
  if (smartChains.length > 0 && !vault?.namespaces.includes('eip155'))
    return {
      reason: 'vault.smart: the vault makes no accounts of eip155',
      fix: 'name eip155 in vault.namespaces',
    }
  const sponsorlessChain = smartChains.find((chain) => {
    const { sponsor, sponsorContext } = vault?.smart[chain as `${string}:${string}`] ?? {}
    return sponsorContext !== undefined && sponsor === undefined
  })
  if (sponsorlessChain === undefined) return undefined
  return {
    reason: `vault.smart.${sponsorlessChain}: sponsorContext without a sponsor`,
    fix: 'give a sponsor, or drop it',
  }
}
