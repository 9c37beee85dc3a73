import { describe, expect, test } from 'vitest'
import { isAddress, isSameAddress, mintOfAsset, tokenId } from './address.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('isAddress', () => {
  test.each([mint, '1'.repeat(32), 'So11111111111111111111111111111111111111112'])(
    'default: %s',
    (address) => {
      expect(isAddress(address)).toBe(true)
    },
  )

  test.each([
    undefined,
    '',
    mint.slice(0, -2),
    `${mint}1`,
    mint.replace('E', '0'),
    '1'.repeat(33),
    '1'.repeat(31),
    'z'.repeat(44),
    `${mint.slice(0, -1)} `,
    'ada.sol',
  ])('behavior: %o is none', (text) => {
    expect(isAddress(text)).toBe(false)
  })
})

describe('isSameAddress', () => {
  test('behavior: case counts', () => {
    expect([isSameAddress(mint, mint), isSameAddress(mint, mint.toLowerCase())]).toEqual([
      true,
      false,
    ])
  })
})

describe('tokenId', () => {
  test('default', () => {
    const id = tokenId('solana:localnet', mint)
    expect(id).toBe(`solana:localnet/token:${mint}`)
    expect(id && mintOfAsset(id)).toBe(mint)
    expect(tokenId('solana:localnet', 'no')).toBeNull()
    expect(mintOfAsset('solana:localnet/slip44:501')).toBeUndefined()
    expect(mintOfAsset('solana:localnet/token:no')).toBeUndefined()
  })
})
