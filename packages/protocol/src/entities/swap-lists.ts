// A module of their own: what only swaps need must not come with what every page loads.

/** Symbols of tokens that a swap suggests, in this order. */
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

/** Those that a chain suggests before all others. */
export const swapSuggestedFirst: Readonly<Record<string, readonly string[]>> = {
  'eip155:42161': ['USD₮0'],
}
