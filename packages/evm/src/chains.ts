import { type Asset, type Chain, type ChainId, LatchkeyError } from '@latchkey/protocol'

/** The fields that are read of viem's chain objects. */
export interface ChainSource<Id extends number = number> {
  readonly id: Id
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly blockExplorers?:
    | { readonly default: { readonly name: string; readonly url: string } }
    | undefined
  readonly contracts?: Readonly<Record<string, unknown>> | undefined
  readonly testnet?: boolean | undefined
}

/**
 * Converts a chain object of viem to a chain for the kit. Its public RPC URLs are left out, because
 * only the owner's `rpcUrls` are ever contacted.
 */
export function chain<Id extends number>(
  source: ChainSource<Id>,
  options: { readonly rpcUrls?: readonly string[] } = {},
): Chain<`eip155:${Id}`> {
  const { id, name, nativeCurrency, blockExplorers, contracts = {}, testnet } = source
  const addresses = Object.entries(contracts).flatMap(([key, value]) => {
    const address = (value as { address?: unknown } | undefined)?.address
    return typeof address === 'string' ? [[key, address] as const] : []
  })
  return {
    id: `eip155:${id}`,
    name,
    nativeCurrency,
    rpcUrls: options.rpcUrls ?? [],
    ...(blockExplorers && {
      explorer: { name: blockExplorers.default.name, url: blockExplorers.default.url },
    }),
    ...(addresses.length > 0 && { contracts: Object.fromEntries(addresses) }),
    ...(testnet && { testnet }),
  }
}

/**
 * The coin in which the chain's gas is paid. Its CAIP-19 id uses SLIP-44 number 60 on every
 * Ethereum-like chain, because all of them have Ethereum's addresses.
 */
export function nativeAsset(chain: Chain): Asset {
  return { id: `${chain.id}/slip44:60`, ...chain.nativeCurrency }
}

/**
 * Returns the chains with the owner's `rpc` URLs in place of their own; throws `config-invalid`
 * with what is wrong.
 */
export function readChains<Id extends ChainId>(
  chains: readonly Chain<Id>[],
  rpc: Readonly<Record<ChainId, string | readonly string[]>> = {},
): readonly Chain<Id>[] {
  if (chains.length === 0) refuseConfig('evm: no chains')
  for (const [i, { id }] of chains.entries()) {
    if (!/^eip155:[1-9]\d{0,18}$/.test(id))
      refuseConfig(`evm: chains[${i}].id is ${id}`, 'write it as eip155:1')
    if (chains.findIndex((other) => other.id === id) !== i)
      refuseConfig(`evm: chains[${i}]: ${id} twice`)
  }
  for (const id of Object.keys(rpc)) {
    if (!chains.some((chain) => chain.id === id))
      refuseConfig(`evm: rpc: ${id} is none of its chains`)
  }
  return chains.map((chain) => {
    const urls: string | readonly string[] = rpc[chain.id] ?? chain.rpcUrls
    return { ...chain, rpcUrls: typeof urls === 'string' ? [urls] : urls }
  })
}

function refuseConfig(reason: string, fix?: string): never {
  throw new LatchkeyError('config-invalid', { reason, ...(fix && { fix }) })
}
