import type { Asset, Chain } from '@latchkey/protocol'

/** The local chain as a page knows it; `devnet.test.ts` holds it against the devnet itself. */
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

/** What the shop is paid in. */
export const usdc: Asset = {
  id: 'eip155:31337/erc20:0xeC46FE249Ede51238819A346cf9e8dEf314408E4',
  name: 'USD Coin (devnet)',
  symbol: 'USDC',
  decimals: 6,
}

/** The devnet's other token. */
export const latch: Asset = {
  id: 'eip155:31337/erc20:0x3086A80BE9a0003318A7002D5f5C0EEc851CD356',
  name: 'Latch Token',
  symbol: 'LATCH',
  decimals: 18,
}

/** The shop's till: one of the devnet's accounts, frances.eth. */
export const till = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
