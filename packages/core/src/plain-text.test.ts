import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plainText', () => {
  test.each([
    ['USD Coin', 'USD Coin'],
    ['  a\t\n b\u2028c ', 'a b c'],
    ['a\t\0\tb \u200b c', 'a b c'],
    ['USD\u202eHTE', 'USDHTE'],
    ['\u2066\u2067E\u200bT\u00adH\ufeff\u2069', 'ETH'],
    ['E\u0000T\u0007H\u009b', 'ETH'],
    ['\u3164', ''],
    ['👩‍💻', '👩‍💻'],
    ['نامه‌ها', 'نامه‌ها'],
    [`e${'\u0301'.repeat(40)}`, `e${'\u0301'.repeat(3)}`],
    ['<b>x</b>', '<b>x</b>'],
    ['\ud800x', 'x'],
  ])('behavior: %j becomes %j', (text, plain) => expect(plainText(text, 20)).toBe(plain))

  test('parameters: limit', () => {
    expect(plainText('abcdef', 6)).toBe('abcdef')
    expect(plainText('abcdefg', 6)).toBe('abcde…')
    expect([...plainText('🦊'.repeat(30), 6)]).toHaveLength(6)
  })

  test('behavior: one visible line within its limit, whatever comes', () => {
    // fast-check's own `binary` says the same, and takes seconds to make.
    const point = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
    const any = fc.string({ unit: point, maxLength: 2000 })
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 64 }), (text, limit) => {
        const plain = plainText(text, limit)
        expect([...plain].length).toBeLessThanOrEqual(limit)
        for (const hidden of [
          ...'\t\n\0\x1b\x7f\x9b\u061c\u200b\u200e\u200f\u2028\u202a\u202e\u2060\u2066\u2069\ufeff',
        ]) {
          expect(plain).not.toContain(hidden)
        }
        expect(plainText(plain, limit)).toBe(plain)
      }),
      { numRuns: 2000 },
    )
  })
})
