import { type Asset, type Chain, type ChainId, LatchkeyError } from '@latchkey/protocol'

const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** Mainnet; `rpcUrls` is empty, because only the owner's nodes are ever contacted. */
export const solanaMainnet: Chain<'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'> = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency,
  rpcUrls: [],
}
/** The test network for developers, called devnet by its operators. */
export const solanaDevnet: Chain<'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'> = {
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency,
  rpcUrls: [],
  testnet: true,
}
/** The test network for validators. */
export const solanaTestnet: Chain<'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'> = {
  id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  nativeCurrency,
  rpcUrls: [],
  testnet: true,
}
/**
 * A node on this machine. Its CAIP-2 reference `localnet` can equal no network's genesis hash,
 * because a genesis hash is base58, which has no digit `l`.
 */
export const solanaLocal: Chain<'solana:localnet'> = {
  id: 'solana:localnet',
  name: 'Solana Local',
  nativeCurrency,
  rpcUrls: [],
  testnet: true,
}

const networkNames: readonly (readonly [Chain, string])[] = [
  [solanaMainnet, 'mainnet'],
  [solanaDevnet, 'devnet'],
  [solanaTestnet, 'testnet'],
  [solanaLocal, 'localnet'],
]

/**
 * The name that wallets use for a chain: `mainnet`; for a chain without a name, its CAIP-2
 * reference.
 */
export function networkName(chain: ChainId): string {
  return networkNames.find(([{ id }]) => id === chain)?.[1] ?? chain.slice(chain.indexOf(':') + 1)
}

/** The coin that pays for transactions: SLIP-44 number 501. */
export function nativeAsset(chain: Chain): Asset {
  return { id: `${chain.id}/slip44:501`, ...chain.nativeCurrency }
}

/** The chains with the owner's `rpc` URLs; throws `config-invalid` with what is wrong. */
export function readChains<Id extends ChainId>(
  chains: readonly Chain<Id>[],
  rpc: Readonly<Record<ChainId, string | readonly string[]>> = {},
): readonly Chain<Id>[] {
  if (chains.length === 0) refuseConfig('solana: chains is empty')
  for (const [i, { id }] of chains.entries()) {
    if (!/^solana:[a-zA-Z0-9]{1,32}$/.test(id)) refuseConfig(`solana: chains[${i}].id is ${id}`)
    if (chains.findIndex((otherChain) => otherChain.id === id) !== i)
      refuseConfig(`solana: chains[${i}]: ${id} stands there twice`)
  }
  for (const id of Object.keys(rpc)) {
    if (!chains.some((chain) => chain.id === id))
      refuseConfig(`solana: rpc names ${id}, which is none of its chains`)
  }
  return chains.map((chain) => {
    const configuredUrls: string | readonly string[] = rpc[chain.id] ?? chain.rpcUrls
    return {
      ...chain,
      rpcUrls: typeof configuredUrls === 'string' ? [configuredUrls] : configuredUrls,
    }
  })
}

function refuseConfig(reason: string): never {
  throw new LatchkeyError('config-invalid', { reason })
}
