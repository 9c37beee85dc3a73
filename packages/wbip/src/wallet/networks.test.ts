import { describe, expect, test } from 'vitest'
import { chainOfNetworkName, networkName } from './networks.ts'

describe('networkName', () => {
  const testnet4 = 'bip122:00000000da84f2bafbbc53dee25a72ae'
  test('default', () => {
    expect(networkName('hex-psbt', testnet4)).toBe('testnet')
    expect(networkName('by-address', testnet4)).toBe('Testnet4')
    expect(networkName('unisat', 'bip122:000000000019d6689c085ae165831e93')).toBe('BITCOIN_MAINNET')
  })

  test('behavior: a local network of Stacks goes by the name of the local one of Bitcoin: one request asks for both', () => {
    for (const manner of ['plain', 'hex-psbt', 'by-address'] as const) {
      expect(networkName(manner, 'stacks:2155905152')).toBe(
        networkName(manner, 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'),
      )
    }
  })

  test('behavior: what a wallet cannot be asked for has no name', () => {
    expect(networkName('unisat', testnet4)).toBeUndefined()
    expect(networkName('plain', 'bip122:constructor')).toBeUndefined()
    expect(networkName('plain', 'toString' as `${string}:${string}`)).toBeUndefined()
  })
})

describe('chainOfNetworkName', () => {
  const chains = [
    'bip122:00000000da84f2bafbbc53dee25a72ae',
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  ] as const

  test('default', () => {
    expect(chainOfNetworkName('by-address', 'testnet4', chains)).toBe(chains[0])
    expect(chainOfNetworkName('plain', 'Regtest', chains)).toBe(chains[1])
  })

  test.each(['mainnet', '', 7, null])('behavior: %s is none of them', (name) => {
    expect(chainOfNetworkName('plain', name, chains)).toBeUndefined()
  })
})
