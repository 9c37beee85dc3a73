import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { isMisspelt } from './is-misspelt.ts'

/** The first example of EIP-55. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const spelling = async (text: string): Promise<string> =>
  getAddress(`0x${text.replace(/^0x/, '').toLowerCase()}`)

describe('isMisspelt', () => {
  test('default: a capital that should be small', async () => {
    expect(await isMisspelt(address, spelling)).toBe(false)
    expect(await isMisspelt(address.replace('aAeb', 'AAeb'), spelling)).toBe(true)
    expect(await isMisspelt(address.slice(2).replace('aAeb', 'AAeb'), spelling)).toBe(true)
  })

  test('behavior: one case has no checksum', async () => {
    expect(await isMisspelt(address.toLowerCase(), spelling)).toBe(false)
    expect(await isMisspelt(`0x${address.slice(2).toUpperCase()}`, spelling)).toBe(false)
  })

  test('behavior: what cannot be told is not said', async () => {
    const wrong = address.replace('aAeb', 'AAeb')
    expect(await isMisspelt(wrong, undefined)).toBe(false)
    expect(await isMisspelt(wrong, () => Promise.reject(new Error('offline')))).toBe(false)
  })
})
