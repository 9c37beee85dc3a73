import { type ChainId, namespaceOf } from '@latchkey/protocol'
import { getAddress, zeroAddress } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { familyOfChain } from '../../families/families.ts'
import type { Fault } from './check-prices.ts'

/**
 * Finds the first fault in `vault.small`, which configures the small payments that visitors may
 * approve without a window of the vault; undefined when there is none.
 */
export function checkSmallPayments({
  chains,
  vault,
}: Pick<Config, 'chains' | 'vault'>): Fault | undefined {
  for (const [project, listed] of Object.entries(vault?.small ?? {})) {
    for (const chain of Object.keys(listed) as ChainId[]) {
      const configPath = `vault.small.${project}.${chain}`
      if (!vault?.namespaces.some((namespace) => namespace === namespaceOf(chain)))
        return {
          reason: `${configPath}: the vault makes no accounts there`,
          fix: 'drop it, or name it in vault.namespaces',
        }
      if (!chains.some(({ id }) => id === chain))
        return {
          reason: `${configPath}: it is not in chains`,
          fix: 'list the chain, or drop it there',
        }
      const { receivers = {}, day = '0' } = listed[chain] ?? {}
      const badAddress = Object.keys(receivers).find(
        (address) => !isCanonicalAddress(chain, address),
      )
      if (badAddress)
        return {
          reason: `${configPath}: ${badAddress} is no address there, or not in its one spelling`,
          fix: 'copy it from a wallet',
        }
      const tooLargeReceiver = Object.keys(receivers).find(
        (address) => BigInt(receivers[address] ?? 0) > BigInt(day),
      )
      if (tooLargeReceiver)
        return {
          reason: `${configPath}: one payment to ${tooLargeReceiver} is more than the day`,
          fix: 'raise day, or lower it',
        }
    }
  }
  return undefined
}

/**
 * Whether a receiver's address is valid on the chain and spelled as the vault spells it: in EIP-55
 * case, or in lower case if it is bech32.
 */
function isCanonicalAddress(chain: ChainId, address: string): boolean {
  const family = familyOfChain(chain)
  if (!family?.isAddress(address, chain) || address === zeroAddress) return false
  if (family.namespace === 'eip155') return getAddress(address) === address
  const lowerAddress = address.toLowerCase()
  return (
    family.namespace !== 'bip122' ||
    lowerAddress === address ||
    !family.isAddress(lowerAddress, chain)
  )
}
