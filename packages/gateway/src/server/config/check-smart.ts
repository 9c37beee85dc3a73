import type { Config } from '../../base/config/schema.ts'
import type { Fault } from './check-prices.ts'

/** Finds the first fault in the configured smart accounts; undefined when there is none. */
export function checkSmart({ chains, vault }: Pick<Config, 'chains' | 'vault'>): Fault | undefined {
  const named = Object.keys(vault?.smart ?? {})
  // In EIP-7702 chain 0 means every chain.
  const odd = named.find((chain) => !/^eip155:[1-9]\d*$/.test(chain))
  if (odd) return { reason: `vault.smart: ${odd} is no EVM chain`, fix: 'drop it there' }
  const stray = named.find((chain) => !chains.some(({ id }) => id === chain))
  if (stray)
    return {
      reason: `vault.smart: ${stray} is not in chains`,
      fix: 'list the chain, or drop it there',
    }
  if (named.length > 0 && !vault?.namespaces.includes('eip155'))
    return {
      reason: 'vault.smart: the vault makes no accounts of eip155',
      fix: 'name eip155 in vault.namespaces',
    }
  const alone = named.find((chain) => {
    const { sponsor, sponsorContext } = vault?.smart[chain as `${string}:${string}`] ?? {}
    return sponsorContext !== undefined && sponsor === undefined
  })
  if (alone === undefined) return undefined
  return {
    reason: `vault.smart.${alone}: sponsorContext without a sponsor`,
    fix: 'give a sponsor, or drop it',
  }
}
