import { addressToString, Cl, createAddress } from '@stacks/transactions'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boot } from '../../test/fixture.ts'
import { isAddressOf, isPrincipalOf, tokenId, tokenOf } from './address.ts'
import { readC32, writeC32 } from './c32.ts'

const hash = fc.oneof(
  fc.uint8Array({ minLength: 20, maxLength: 20 }),
  // Leading zero bytes are written apart.
  fc
    .tuple(fc.nat(20), fc.uint8Array({ minLength: 20, maxLength: 20 }))
    .map(([zeros, bytes]) => bytes.fill(0, 0, zeros)),
)
const version = fc.constantFrom(20, 21, 22, 26)
const theirs = (text: string) => {
  try {
    return createAddress(text)
  } catch {
    return undefined
  }
}
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('readC32', () => {
  test('default: as the library says, there and back', () => {
    fc.assert(
      fc.property(version, hash, (version, hash) => {
        const text = writeC32({ version, hash })
        expect(theirs(text)).toMatchObject({ version, hash160: hexOf(hash) })
        expect(addressToString(createAddress(text))).toBe(text)
        expect(readC32(text)).toEqual({ version, hash: Uint8Array.from(hash) })
      }),
    )
  })

  test('behavior: one letter changed, lost or added is no address', () => {
    const letters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz!é')
    fc.assert(
      fc.property(
        version,
        hash,
        fc.nat(40),
        letters,
        fc.constantFrom(0, 1),
        (version, hash, at, letter, lost) => {
          const text = writeC32({ version, hash })
          const place = at % text.length
          const spoilt = text.slice(0, place) + letter + text.slice(place + lost)
          if (spoilt !== text) expect(readC32(spoilt)).toBeUndefined()
        },
      ),
    )
  })
})

describe('isAddressOf', () => {
  test('default', () => {
    expect(isAddressOf(['stacks:1'], boot.main)).toBe(true)
    expect(isAddressOf(['stacks:2147483648'], boot.main)).toBe(false)
    expect(isAddressOf(['stacks:2155905152'], boot.test)).toBe(true)
    expect(isAddressOf([], boot.test)).toBe(false)
  })

  test.each([undefined, null, 7, {}, '', 'S', 'ST', '1'.repeat(34), 'x'.repeat(1_000_000)])(
    'behavior: odd %# is none',
    (odd) => {
      expect(isAddressOf(['stacks:1', 'stacks:2147483648'], odd)).toBe(false)
      expect(isPrincipalOf(['stacks:1', 'stacks:2147483648'], odd)).toBe(false)
    },
  )

  test('behavior: a contract is a receiver, an address of a person it is not', () => {
    const contract = `${boot.test}.pox-4`
    expect(Cl.principal(contract).value).toBe(contract)
    expect([
      isPrincipalOf(['stacks:2147483648'], contract),
      isAddressOf(['stacks:2147483648'], contract),
    ]).toEqual([true, false])
    expect(isPrincipalOf(['stacks:1'], contract)).toBe(false)
    expect(isPrincipalOf(['stacks:2147483648'], `${boot.test}.${'x'.repeat(129)}`)).toBe(false)
  })
})

describe('tokenId', () => {
  test('default: as Clarity writes it and as CAIP-19 does', () => {
    const id = `stacks:1/sip010:${boot.main}.my%5Ftoken.coin`
    expect(tokenId('stacks:1', `${boot.main}.my_token::coin`)).toBe(id)
    expect(tokenId('stacks:1', id.slice('stacks:1/sip010:'.length))).toBe(id)
    expect(tokenOf(id as `${string}:${string}/${string}:${string}`)).toEqual({
      contract: `${boot.main}.my_token`,
      token: 'coin',
    })
  })

  test.each([
    '',
    boot.main,
    `${boot.main}.token`,
    `${boot.main}.token::`,
    `${boot.main}.token::a::b`,
    `${boot.test}.token::coin`,
    `${boot.main}.to ken::coin`,
    `${boot.main}.${'x'.repeat(80)}::${'y'.repeat(20)}`,
    'x'.repeat(100_000),
  ])('behavior: %# is none', (text) => {
    expect(tokenId('stacks:1', text)).toBeNull()
  })

  test('behavior: other assets are no tokens', () => {
    for (const id of [
      'stacks:1/slip44:5757',
      `stacks:2147483648/sip010:${boot.main}.token.coin`,
      'eip155:1/erc20:0x0',
    ] as const) {
      expect(tokenOf(id)).toBeUndefined()
    }
  })
})
