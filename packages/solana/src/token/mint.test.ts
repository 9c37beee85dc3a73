import { describe, expect, test } from 'vitest'
import { readMint } from './mint.ts'
import { token2022Program, tokenProgram } from './token-programs.ts'

function mint(
  program: string,
  extensions: readonly (readonly [number, Uint8Array])[] = [],
  change: (data: Uint8Array) => void = () => {},
) {
  const base = new Uint8Array(extensions.length > 0 ? 166 : 82)
  base.set([6, 1], 44)
  if (extensions.length > 0) base[165] = 1
  change(base)
  const tail = extensions.flatMap(([type, value]) => [type, 0, value.length, 0, ...value])
  return { owner: program, data: Uint8Array.from([...base, ...tail]) }
}

const set = (length: number, at: number) => new Uint8Array(length).fill(1, at, at + 1)

describe('readMint', () => {
  test('default', () => {
    expect(readMint(mint(tokenProgram))).toEqual({
      program: tokenProgram,
      decimals: 6,
      accountSize: 165,
    })
    expect(readMint(mint(token2022Program))).toEqual({
      program: token2022Program,
      decimals: 6,
      accountSize: 170,
    })
  })

  test('behavior: each extension that reaches into accounts makes them larger', () => {
    const extensions = [1, 9, 14, 26, 18].map(
      (type) => [type, new Uint8Array(type === 1 ? 108 : 64)] as const,
    )
    const sizes = extensions.map((one) => {
      try {
        return readMint(mint(token2022Program, [one])).accountSize
      } catch (error) {
        return (error as { code: string }).code
      }
    })
    expect(sizes).toEqual([182, 'feature-unsupported', 175, 174, 170])
  })

  test.each([
    ['a fee of now', 1, set(108, 88)],
    ['a fee of a later epoch', 1, set(108, 107)],
    ['one that cannot be sent', 9, new Uint8Array()],
    ['a hook', 14, set(64, 63)],
  ])('behavior: %s is refused', (_, type, value) => {
    const mints = [
      [[type, value]],
      [
        [18, new Uint8Array(64)],
        [type, value],
      ],
    ] as const
    for (const extensions of mints) {
      expect(() => readMint(mint(token2022Program, extensions))).toThrow(
        expect.objectContaining({ code: 'feature-unsupported' }),
      )
    }
  })

  test.each([
    ['nothing', null],
    ['an account of another program', mint('1'.repeat(32))],
    ['an account that is no mint', { owner: tokenProgram, data: new Uint8Array(165) }],
    ['extensions in the first program', mint(tokenProgram, [[1, new Uint8Array(108)]])],
    [
      'an account of Token-2022',
      mint(token2022Program, [[7, new Uint8Array()]], (data) => data.fill(2, 165)),
    ],
    ['an empty mint', mint(tokenProgram, [], (data) => data.fill(0))],
  ])('behavior: %s is no mint', (_, account) => {
    expect(() => readMint(account)).toThrow(
      expect.objectContaining({ code: 'token-address-required' }),
    )
  })

  test('behavior: a list that ends in the middle of an entry is read as far as it goes', () => {
    const { owner, data } = mint(token2022Program, [[1, new Uint8Array(108)]])
    for (let length = 166; length < data.length; length++) {
      expect(readMint({ owner, data: data.slice(0, length) }).decimals).toBe(6)
    }
  })
})
