// These lists are in a separate module, so that pages without swaps do not load them.

/** Symbols of the tokens that are suggested for a swap, in order. */
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

/** By chain, symbols of the tokens that are suggested before the others. */
export const swapSuggestedFirst: Readonly<Record<string, readonly string[]>> = {
  'eip155:42161': ['USD₮0'],
}
