import { type Asset, type Chain, type ChainId, LatchkeyError } from '@latchkey/protocol'

export const stacksMainnet: 'stacks:1' = 'stacks:1'
export const stacksTestnet: 'stacks:2147483648' = 'stacks:2147483648'

/**
 * The native coin of a Stacks chain, STX. Its CAIP-19 id uses SLIP-44 number 5757 on every Stacks
 * network.
 */
export function nativeAsset(chain: Chain): Asset {
  return { id: `${chain.id}/slip44:5757`, ...chain.nativeCurrency }
}

/** The 32-bit chain id in a chain's transactions; undefined for a chain that is not of Stacks. */
export function chainNumberOf(chain: ChainId): number | undefined {
  const [, digits] = /^stacks:([1-9]\d{0,9})$/.exec(chain) ?? []
  const chainNumber = Number(digits)
  return digits && chainNumber < 2 ** 32 ? chainNumber : undefined
}

/**
 * Version letters of a chain's addresses, for one key and for several (SIP-005). Every network but
 * mainnet uses the letters of test networks.
 */
export function addressLettersOf(chain: ChainId): 'PM' | 'TN' {
  return chain === stacksMainnet ? 'PM' : 'TN'
}

/** The chains with the owner's URLs of REST servers; throws `config-invalid`. */
export function readChains<Id extends ChainId>(
  chains: readonly Chain<Id>[],
  rpc: Readonly<Record<ChainId, string | readonly string[]>> = {},
): readonly Chain<Id>[] {
  if (chains.length === 0) refuseConfig('stacks: chains is empty')
  for (const [i, { id }] of chains.entries()) {
    if (chainNumberOf(id) === undefined)
      refuseConfig(`stacks: chains[${i}].id is ${id}, which is no network of Stacks`)
    if (chains.findIndex((otherChain) => otherChain.id === id) !== i)
      refuseConfig(`stacks: chains[${i}]: ${id} stands there twice`)
  }
  return chains.map((chain) => {
    const configuredUrls: string | readonly string[] | undefined = Object.hasOwn(rpc, chain.id)
      ? rpc[chain.id]
      : undefined
    return configuredUrls === undefined
      ? chain
      : {
          ...chain,
          rpcUrls: typeof configuredUrls === 'string' ? [configuredUrls] : configuredUrls,
        }
  })
}

function refuseConfig(reason: string): never {
  throw new LatchkeyError('config-invalid', { reason })
}
