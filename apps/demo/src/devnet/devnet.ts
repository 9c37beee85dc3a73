import type { Asset, Chain } from '@latchkey/protocol'
import type { Addresses } from './addresses.ts'

/**
 * The local EVM chain in the form for a kit. `devnet.test.ts` compares it with the chain of the
 * devnet package.
 */
export function localChain(url: string): Chain {
  return {
    id: 'eip155:31337',
    name: 'Latchkey Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [url],
    testnet: false,
    contracts: {
      multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
      ensUniversalResolver: '0x527a92D207dF658279137E0ABB19Ce02389D4100',
    },
  }
}

/**
 * The local chains of Solana, Bitcoin and Stacks, each with its node's address; `devnet.test.ts`
 * compares them with the devnets.
 */
export function otherChains({
  solana,
  bitcoin,
  stacks,
}: Pick<Addresses, 'solana' | 'bitcoin' | 'stacks'>): {
  readonly solana: Chain
  readonly bitcoin: Chain
  readonly stacks: Chain
} {
  return {
    solana: {
      id: 'solana:localnet',
      name: 'Solana Local',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: [solana],
      testnet: true,
    },
    bitcoin: {
      id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      name: 'Bitcoin Local',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrls: [bitcoin],
      testnet: true,
    },
    stacks: {
      id: 'stacks:2155905152',
      name: 'Stacks Local',
      nativeCurrency: { name: 'Stacks', symbol: 'STX', decimals: 6 },
      rpcUrls: [stacks],
      testnet: true,
    },
  }
}

/** Tokens on the devnets of the other chain families. */
export const otherTokens: readonly Asset[] = [
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
  {
    id: 'stacks:2155905152/sip010:ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R.latch-token.latch',
    name: 'Latch Token',
    symbol: 'LATCH',
    decimals: 6,
  },
]

/** The token in which the shop is paid. */
export const usdc: Asset = {
  id: 'eip155:31337/erc20:0xeC46FE249Ede51238819A346cf9e8dEf314408E4',
  name: 'USD Coin (devnet)',
  symbol: 'USDC',
  decimals: 6,
}

/** The devnet's second token, which the shop does not accept. */
export const latch: Asset = {
  id: 'eip155:31337/erc20:0x3086A80BE9a0003318A7002D5f5C0EEc851CD356',
  name: 'Latch Token',
  symbol: 'LATCH',
  decimals: 18,
}

/** The account that receives the shop's payments: frances.eth, one of the devnet's. */
export const shopAddress = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
