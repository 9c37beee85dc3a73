// A separate module, so that pages without swaps do not load it.

/** Symbols of the suggested swap tokens, in order. */
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

/** Symbols that a chain suggests before the others. */
export const swapSuggestedFirst: Readonly<Record<string, readonly string[]>> = {
  'eip155:42161': ['USD₮0'],
}
