import { describe, expect, test } from 'vitest'
import { networkName } from './networks.ts'

describe('networkName', () => {
  const testnet4 = 'bip122:00000000da84f2bafbbc53dee25a72ae'
  test('default', () => {
    expect(networkName('hex-psbt', testnet4)).toBe('testnet')
    expect(networkName('by-address', testnet4)).toBe('Testnet4')
    expect(networkName('unisat', 'bip122:000000000019d6689c085ae165831e93')).toBe('BITCOIN_MAINNET')
  })

  test('behavior: what a wallet cannot be asked for has no name', () => {
    expect(networkName('unisat', testnet4)).toBeUndefined()
    expect(networkName('plain', 'bip122:constructor')).toBeUndefined()
    expect(networkName('plain', 'toString' as `${string}:${string}`)).toBeUndefined()
  })
})
