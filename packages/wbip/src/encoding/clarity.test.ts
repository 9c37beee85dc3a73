import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clarityFault } from './clarity.ts'

const word = (n: number) => n.toString(16).padStart(8, '0')
const hexText = (text: string) => Buffer.from(text).toString('hex')
const buffer = (bytes: number) => `02${word(bytes)}${'ab'.repeat(bytes)}`
const name = (text: string) => text.length.toString(16).padStart(2, '0') + hexText(text)
const tuple = (...entries: readonly (readonly [string, string])[]) =>
  `0c${word(entries.length)}${entries.map(([key, value]) => name(key) + value).join('')}`
const standard = `05${'16'.padEnd(42, '0')}`
const contract = (text: string) => `06${'16'.padEnd(42, '0')}${name(text)}`

describe('clarityFault', () => {
  test.each([
    `00${'0'.repeat(32)}`,
    `01${'f'.repeat(32)}`,
    buffer(0),
    buffer(20),
    '03',
    '04',
    '09',
    standard,
    contract('wallet'),
    '0703',
    `08${buffer(1)}`,
    '0a0a09',
    `0b${word(2)}0304`,
    `0b${word(0)}`,
    tuple(['a', '03'], ['chain-id', `01${'0'.repeat(32)}`]),
    `0d${word(5)}${hexText('Hello')}`,
    `0e${word(2)}${hexText('é')}`,
    '0x03',
  ])('default: %s is good', (hex) => expect(clarityFault(hex)).toBeUndefined())

  test('behavior: buffers of 1 MB at most, also inside', () => {
    expect(clarityFault(buffer(1_048_576))).toBeUndefined()
    expect(clarityFault(buffer(1_048_577))).toContain('more than 1048576')
    expect(clarityFault(`0a02${word(1_048_577)}`)).toContain('more than 1048576')
  })

  test('behavior: names at their bounds', () => {
    expect(clarityFault(tuple(['a'.repeat(127), '03']))).toBeUndefined()
    expect(clarityFault(tuple(['a'.repeat(128), '03']))).toContain('not 1 to 127')
    expect(clarityFault(tuple(['', '03']))).toContain('not 1 to 127')
    expect(clarityFault(contract('a'.repeat(128)))).toBeUndefined()
    expect(clarityFault(contract('a'.repeat(129)))).toContain('not 1 to 128')
  })

  test('behavior: 32 levels at most', () => {
    expect(clarityFault(`${'0a'.repeat(32)}03`)).toBeUndefined()
    expect(clarityFault(`${'0a'.repeat(33)}03`)).toBe('is too deep')
  })

  test.each([
    ['', 'is no hex'],
    ['0', 'is no hex'],
    ['0g', 'is no hex'],
    ['0f', 'is of no known type'],
    ['00', 'ends early'],
    ['02', 'ends early'],
    [`02${word(2)}ab`, 'ends early'],
    ['0a', 'ends early'],
    ['0303', 'goes on behind its end'],
    [`0b${word(2)}03`, 'ends early'],
    [`0b${word(0xffffffff)}03`, 'ends early'],
    [`0b${word(100_001)}${'03'.repeat(100_001)}`, 'holds too many items'],
  ] as const)('behavior: %# is refused', (hex, fault) => expect(clarityFault(hex)).toBe(fault))

  const value: fc.Memo<string> = fc.memo((n) =>
    n <= 1
      ? fc.oneof(
          fc.constantFrom('03', '04', '09', standard),
          fc.nat(40).map(buffer),
          fc.bigInt(0n, 2n ** 128n - 1n).map((i) => `01${i.toString(16).padStart(32, '0')}`),
        )
      : fc.oneof(
          value(n - 1).map((inner) => `0a${inner}`),
          fc
            .array(value(n - 1), { maxLength: 3 })
            .map((items) => `0b${word(items.length)}${items.join('')}`),
          fc
            .array(fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), value(n - 1)), { maxLength: 3 })
            .map((entries) => tuple(...entries)),
        ),
  )
  test('behavior: every good value passes, and none with a byte more or less', () => {
    fc.assert(
      fc.property(value(4), (hex) => {
        expect(clarityFault(hex)).toBeUndefined()
        expect(clarityFault(`${hex}03`)).toBeDefined()
        expect(clarityFault(hex.slice(0, -2))).toBeDefined()
      }),
    )
  })

  test('behavior: any bytes end, in a fault or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (bytes) => {
        const fault = clarityFault(Buffer.from(bytes).toString('hex'))
        expect(fault === undefined || fault.length > 0).toBe(true)
      }),
    )
  })
})
