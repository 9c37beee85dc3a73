import type { Asset, Chain } from '@latchkey/protocol'

/**
 * The Solana devnet's `Chain` object for a kit, gateway or wallet; `url` is its JSON-RPC address.
 * The reference of its CAIP-2 id contains the letter `l`, which is no base58 character, so it
 * cannot be the id of a public chain.
 */
export function solanaDevnetChain(url = 'http://localhost:8899'): Chain {
  return {
    id: 'solana:localnet',
    name: 'Solana Local',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: [url],
    testnet: true,
  }
}

/**
 * The devnet's two tokens (the second is of the Token-2022 program), as an operator lists tokens in
 * a gateway's configuration.
 */
export const solanaDevnetTokens: readonly [Asset, Asset] = [
  {
    id: 'solana:localnet/token:7vbxF46dH8x6waU7BEkLv8BQumx9kAsvpTC3XMPpYB2A',
    name: 'USD Coin (devnet)',
    symbol: 'USDC',
    decimals: 6,
  },
  {
    id: 'solana:localnet/token:Bv7utzQhjKus69tChTXJDNxh11BN8JTNuRAWmzRZBaxX',
    name: 'Latch Token',
    symbol: 'LATCH',
    decimals: 9,
  },
]
