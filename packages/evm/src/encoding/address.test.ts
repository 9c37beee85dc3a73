import { describe, expect, test } from 'vitest'
import { ada, grace } from '../../test/fixture.ts'
import { addressOfAccount, readAccounts, tokenAddress } from './account.ts'
import { addHexPrefix, isAddress, isSameAddress, tokenId } from './address.ts'

describe('isAddress', () => {
  test('default', () => {
    expect(
      [ada, ada.slice(2), ada.toLowerCase(), ada.toUpperCase(), `${ada}\n`, 5, null].map(isAddress),
    ).toEqual([true, true, true, false, false, false, false])
  })
})

describe('isSameAddress', () => {
  test('default', () => {
    expect(isSameAddress(ada, ada.slice(2).toUpperCase())).toBe(true)
    expect(isSameAddress(ada, grace)).toBe(false)
  })
})

describe('tokenId', () => {
  test('default', () => {
    expect(tokenId('eip155:1', ada.slice(2))).toBe(`eip155:1/erc20:${ada}`)
    expect(tokenId('eip155:1', 'usdc')).toBeNull()
  })
})

describe('tokenAddress', () => {
  test('default', () => {
    expect(tokenAddress(`eip155:1/erc20:${ada}`)).toBe(ada)
    for (const id of [
      'eip155:1/slip44:60',
      'eip155:1/erc20:usdc',
      `eip155:1/erc721:${ada}`,
    ] as const) {
      expect(tokenAddress(id)).toBeUndefined()
    }
  })
})

describe('readAccounts', () => {
  test('default', () => {
    expect(readAccounts([ada, grace])).toEqual([ada, grace])
  })

  test('behavior: what is no address is left out, an address is listed once, a list of nothing else is none', () => {
    expect(readAccounts([ada, 'x', 5, ada.toLowerCase(), grace.slice(2)])).toEqual([ada, grace])
    expect(readAccounts([])).toEqual([])
    for (const lie of [['x'], null, undefined, ada, {}, { length: 1, 0: ada }]) {
      expect(readAccounts(lie)).toBeNull()
    }
    expect(
      readAccounts(Array.from({ length: 1000 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`)),
    ).toHaveLength(100)
  })
})

describe('addressOfAccount', () => {
  test('default', () => {
    expect([addressOfAccount(`eip155:1:${ada}`), addHexPrefix('ab')]).toEqual([ada, '0xab'])
  })
})
