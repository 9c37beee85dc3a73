import { describe, expect, it } from 'vitest'
import * as lists from './swap-lists.ts'

// Typed from the specification, section 9, and the list behind it; not from swap-lists.ts.
describe('swap lists', () => {
  it('default', () => {
    expect(lists.swapChains).toEqual(
      [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map((id) => `eip155:${id}`),
    )
    expect(lists.swapSuggestedFirst).toEqual({ 'eip155:42161': ['USD₮0'] })
    expect(lists.swapSuggestedSymbols).toHaveLength(27)
    expect(lists.swapSuggestedSymbols.join(' ')).toBe(
      'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP',
    )
  })
})
