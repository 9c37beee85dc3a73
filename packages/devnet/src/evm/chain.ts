import type { Asset, Chain } from '@latchkey/protocol'
import { addresses } from './addresses.ts'

/** The EVM devnet's `Chain` object for a kit, gateway or wallet; `url` is its JSON-RPC address. */
export function devnetChain(url = 'http://localhost:8545'): Chain {
  return {
    id: 'eip155:31337',
    name: 'Latchkey Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [url],
    testnet: false,
    contracts: {
      multicall3: addresses.multicall3,
      ensUniversalResolver: addresses.universalResolver,
    },
  }
}

/** The devnet's two ERC-20 tokens, as an operator lists tokens in a gateway's configuration. */
export const devnetTokens: readonly Asset[] = [
  {
    id: `eip155:31337/erc20:${addresses.latch}`,
    name: 'Latch Token',
    symbol: 'LATCH',
    decimals: 18,
  },
  {
    id: `eip155:31337/erc20:${addresses.usdc}`,
    name: 'USD Coin (devnet)',
    symbol: 'USDC',
    decimals: 6,
  },
]
