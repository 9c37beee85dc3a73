import { describe, expect, test } from 'vitest'
import { pairKey, poolAddress } from './pool-address.ts'

// Ethereum: factory of Uniswap v2, USDC, WETH, and their pool.
const factory = '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

describe('poolAddress', () => {
  test('default', () => {
    expect(poolAddress(factory, usdc, weth)).toBe('0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc')
    expect(poolAddress(factory, weth, usdc)).toBe('0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc')
  })
})

describe('pairKey', () => {
  test('default', () => {
    expect(pairKey(usdc, weth)).toBe(pairKey(weth, usdc))
  })
})
