import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { isAddressMisspelt } from './is-address-misspelt.ts'

/** The first example of EIP-55. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const spelling = async (text: string): Promise<string> =>
  getAddress(`0x${text.replace(/^0x/, '').toLowerCase()}`)

describe('isMisspelt', () => {
  test('default: a capital that should be small', async () => {
    expect(await isAddressMisspelt(address, spelling)).toBe(false)
    expect(await isAddressMisspelt(address.replace('aAeb', 'AAeb'), spelling)).toBe(true)
    expect(await isAddressMisspelt(address.slice(2).replace('aAeb', 'AAeb'), spelling)).toBe(true)
  })

  test('behavior: one case has no checksum', async () => {
    expect(await isAddressMisspelt(address.toLowerCase(), spelling)).toBe(false)
    expect(await isAddressMisspelt(`0x${address.slice(2).toUpperCase()}`, spelling)).toBe(false)
  })

  test('behavior: what cannot be told is not said', async () => {
    const wrong = address.replace('aAeb', 'AAeb')
    expect(await isAddressMisspelt(wrong, undefined)).toBe(false)
    expect(await isAddressMisspelt(wrong, () => Promise.reject(new Error('offline')))).toBe(false)
  })
})
