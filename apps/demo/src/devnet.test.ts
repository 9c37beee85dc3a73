import { accounts, devnetChain, devnetTokens } from '@latchkey/devnet'
import { describe, expect, test } from 'vitest'
import { latch, localChain, till, usdc } from './devnet.ts'

describe('localChain', () => {
  test('behavior: is what the devnet says of itself', () => {
    expect(localChain('http://localhost:8545')).toEqual(devnetChain('http://localhost:8545'))
  })
})

describe('usdc', () => {
  test('behavior: it and the other one are the tokens of the devnet', () => {
    expect(devnetTokens).toEqual([latch, usdc])
  })
})

describe('till', () => {
  test('behavior: is an account of the devnet, not the one the wallet offers first', () => {
    expect(accounts.slice(3).map(({ address }) => address)).toContain(till)
  })
})
