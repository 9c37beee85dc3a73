import { accounts, devnetChain, devnetTokens } from '@latchkey/devnet'
import { bitcoinDevnetChain } from '@latchkey/devnet/bitcoin'
import { solanaDevnetChain, solanaDevnetTokens } from '@latchkey/devnet/solana'
import { stacksDevnetChain, stacksDevnetTokens } from '@latchkey/devnet/stacks'
import { describe, expect, test } from 'vitest'
import { latch, localChain, otherChains, otherTokens, shopAddress, usdc } from './devnet.ts'

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
    expect(accounts.slice(3).map(({ address }) => address)).toContain(shopAddress)
  })
})

describe('otherChains', () => {
  test('behavior: are what the devnets say of themselves, and so are their tokens', () => {
    const at = { solana: 'http://s', bitcoin: 'http://b', stacks: 'http://x' }
    expect(otherChains(at)).toEqual({
      solana: solanaDevnetChain(at.solana),
      bitcoin: bitcoinDevnetChain(at.bitcoin),
      stacks: stacksDevnetChain(at.stacks),
    })
    expect(otherTokens).toEqual([...solanaDevnetTokens, ...stacksDevnetTokens])
  })
})
