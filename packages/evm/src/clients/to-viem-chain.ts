import { type Chain, referenceOf } from '@latchkey/protocol'
import type { Chain as ViemChain } from 'viem'

/**
 * Converts one of the kit's chains to a chain object of viem. The object has the owner's node URLs;
 * viem does not use them here, because its requests go through the kit.
 *
 * @example
 * const [first] = kit.chains.map(toViemChain)
 */
export function toViemChain({
  id,
  name,
  nativeCurrency,
  rpcUrls,
  explorer,
  contracts,
  testnet,
}: Chain): ViemChain {
  const viemContracts = Object.entries(contracts ?? {}).map(
    ([key, address]) => [key, { address: address as `0x${string}` }] as const,
  )
  return {
    id: Number(referenceOf(id)),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
    ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
    ...(viemContracts.length > 0 && { contracts: Object.fromEntries(viemContracts) }),
    ...(testnet && { testnet }),
  }
}
