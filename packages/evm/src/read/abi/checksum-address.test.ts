import { describe, expect, test } from 'vitest'
import { ada } from '../../../test/fixture.ts'
import { checksumAddress } from './checksum-address.ts'

describe('spelling', () => {
  // The examples of EIP-55.
  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('parameters: %s', async (address) => {
    expect(await checksumAddress(address.toLowerCase())).toBe(address)
    expect(await checksumAddress(address.slice(2).toUpperCase())).toBe(address)
  })

  test('behavior: a wrong checksum is mended, what is no address refused', async () => {
    expect(await checksumAddress(ada.replace('F6F4', 'f6f4'))).toBe(ada)
    await expect(checksumAddress('ada.eth')).rejects.toMatchObject({ code: 'rpc-invalid-params' })
  })
})
