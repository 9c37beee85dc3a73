import type { ChainId } from './caip.ts'

// A module of their own: what only swaps need must not come with what every page loads.

/** Specification section 9; the list is facts 2.1. */
export const swapChains: readonly ChainId[] = [
  'eip155:1',
  'eip155:42161',
  'eip155:10',
  'eip155:324',
  'eip155:8453',
  'eip155:56',
  'eip155:137',
  'eip155:100',
  'eip155:43114',
  'eip155:250',
  'eip155:8217',
  'eip155:1313161554',
]

/** Symbols of tokens that a swap suggests, in this order (facts 2.1). */
export const swapSuggestedSymbols: readonly string[] = [
  'ETH',
  'UNI',
  '1INCH',
  'AAVE',
  'SOL',
  'ADA',
  'AVAX',
  'DOT',
  'LINK',
  'NITRO',
  'GAIA',
  'MILK',
  'TRX',
  'NEAR',
  'GNO',
  'WBTC',
  'DAI',
  'WETH',
  'USDC',
  'USDT',
  'ARB',
  'BAL',
  'BICO',
  'CRV',
  'ENS',
  'MATIC',
  'OP',
]

/** Those that a chain suggests before all others (facts 2.1). */
export const swapSuggestedFirst: Readonly<Record<string, readonly string[]>> = { 'eip155:42161': ['USD₮0'] }
