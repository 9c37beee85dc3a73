import { Cl, type ClarityValue, serializeCV } from '@stacks/transactions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClarityArgument, type ClarityObject, writeClarity } from './clarity-object.ts'
import { clarity } from './clarity-value.ts'

const ada = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM'

/** Any Clarity value, as the chain's own library makes it. */
const values = fc.letrec<{ value: ClarityValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((number) => Cl.uint(number)),
    fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }).map((number) => Cl.int(number)),
    fc.boolean().map((value) => Cl.bool(value)),
    fc.constantFrom(Cl.none(), Cl.principal(ada), Cl.principal(`${ada}.latch`)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Cl.buffer(bytes)),
    fc.stringMatching(/^[ -~]{0,20}$/).map((text) => Cl.stringAscii(text)),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Cl.stringUtf8(text)),
    tie('value').map((inner) => Cl.some(inner)),
    tie('value').map((inner) => Cl.ok(inner)),
    tie('value').map((inner) => Cl.error(inner)),
    fc.array(tie('value'), { maxLength: 4 }).map((inner) => Cl.list(inner)),
    fc
      .dictionary(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), tie('value'), { maxKeys: 4 })
      .map((fields) => Cl.tuple(fields)),
  ),
})).value

describe('writeClarity', () => {
  test('default: what the chain’s own library makes is written as it writes it', () => {
    fc.assert(
      fc.property(values, (value) => {
        const argument: ClarityArgument = value
        expect(writeClarity(argument)).toBe(serializeCV(value))
      }),
    )
  })

  test('default: what `clarity` makes stays as it is', () => {
    expect(writeClarity(clarity.uint(5n))).toBe(serializeCV(Cl.uint(5)))
  })

  test.each([
    ['no type', { value: 1n }],
    ['a type that is none', { type: 'float', value: 1n }],
    ['nothing', null],
    ['half a number', { type: 'uint', value: 1.5 }],
    ['a negative uint', { type: 'uint', value: -1n }],
    ['a buffer that is no hex', { type: 'buffer', value: 'xy' }],
    ['a buffer of half a byte', { type: 'buffer', value: 'abc' }],
    ['an address with a typing error', { type: 'address', value: `${ada.slice(0, -1)}A` }],
    ['text that is not ASCII', { type: 'ascii', value: 'ü' }],
  ])('behavior: %s is refused', (_, value) => {
    expect(() => writeClarity(value as ClarityObject)).toThrow(
      expect.objectContaining({ code: 'rpc-invalid-params' }),
    )
  })

  test('behavior: a value that holds itself is refused', () => {
    const loop: { type: 'some'; value: unknown } = { type: 'some', value: null }
    loop.value = loop
    expect(() => writeClarity(loop as ClarityObject)).toThrow(
      expect.objectContaining({ code: 'rpc-invalid-params' }),
    )
  })
})
