import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { published } from '../../test/fixture.ts'
import { mainnet, regtest, signet, testnet4 } from '../chains.ts'
import { isAddressOf, isSameAddress } from './address.ts'

const networks = {
  [mainnet]: NETWORK,
  [testnet4]: TEST_NETWORK,
  [regtest]: { ...TEST_NETWORK, bech32: 'bcrt' },
}
const chains = Object.keys(networks) as (keyof typeof networks)[]
const isTheirs = (chain: (typeof chains)[number], text: string) => {
  try {
    return Boolean(Address(networks[chain]).decode(text))
  } catch {
    return false
  }
}
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const address = fc.constantFrom(...chains).chain((chain) =>
  fc
    .oneof(
      bytes(20).map((hash) => ({ type: 'pkh' as const, hash })),
      bytes(20).map((hash) => ({ type: 'sh' as const, hash })),
      bytes(20).map((hash) => ({ type: 'wpkh' as const, hash })),
      bytes(32).map((hash) => ({ type: 'wsh' as const, hash })),
    )
    .map((output) => ({ chain, text: Address(networks[chain]).encode(output) })),
)

describe('isAddressOf', () => {
  test('default', () => {
    for (const text of published.mainnet) {
      expect([text, isAddressOf([mainnet], text)]).toEqual([text, true])
    }
    for (const text of published.test) {
      expect([text, isAddressOf([signet], text)]).toEqual([text, true])
    }
    for (const text of published.mainnet) {
      expect(isAddressOf([testnet4, signet, regtest], text)).toBe(false)
    }
  })

  test('behavior: as a library says, for its addresses and for those with one letter changed', () => {
    const letters = fc.constantFrom(
      ...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0l',
    )
    fc.assert(
      fc.property(address, fc.nat(90), letters, ({ chain, text }, at, letter) => {
        expect(isAddressOf([chain], text)).toBe(true)
        const spoilt = text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1)
        for (const one of chains) {
          expect(isAddressOf([one], spoilt)).toBe(isTheirs(one, spoilt))
        }
      }),
    )
  })

  // From BIP-173 and BIP-350.
  test.each([
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
    'bc1rw5uspcuh',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
    'bc1gmk9yu',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'bc1pw5dgrnzv',
  ])('behavior: %s is none', (text) =>
    expect(isAddressOf([mainnet, testnet4, regtest], text)).toBe(false),
  )

  test.each([undefined, null, 7, {}, '1'.repeat(34), 'x'.repeat(1_000_000)])(
    'behavior: odd %# is none',
    (odd) => {
      expect(isAddressOf([mainnet], odd)).toBe(false)
    },
  )

  test('behavior: capitals are the same in bech32 only', () => {
    const [base, , segwit] = published.mainnet
    expect(isSameAddress(segwit, segwit.toLowerCase())).toBe(true)
    expect(isSameAddress(base, base.toLowerCase())).toBe(false)
  })
})
