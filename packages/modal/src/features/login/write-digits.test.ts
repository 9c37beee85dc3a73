import { describe, expect, test } from 'vitest'
import { writeDigits } from './write-digits.ts'

const none = ['', '', '', '', '', '']
const after = (digits: readonly string[], place: number, text: string) => {
  const { digits: now, next } = writeDigits(digits, place, text)
  return [now.map((one) => one || '_').join(''), next]
}

describe('writeDigits', () => {
  test('default: a digit goes into its box, the visitor to the next', () => {
    expect(after(none, 0, '7')).toEqual(['7_____', 1])
    expect(after(['7', '', '', '', '', ''], 1, '3')).toEqual(['73____', 2])
    expect(after(['1', '2', '3', '4', '5', ''], 5, '6')).toEqual(['123456', 5])
  })
  test.each([
    ['whole', 0, '123456', ['123456', 5]],
    ['whole, in the last box', 5, '123456', ['123456', 5]],
    ['with blanks and words', 2, 'Your code: 123 456', ['123456', 5]],
    ['longer than the code', 0, '1234567', ['123456', 5]],
    ['a part', 2, '345', ['__345_', 5]],
    ['a part that does not fit', 4, '345', ['____34', 5]],
    ['full-width digits', 0, '１２３４５６', ['123456', 5]],
    ['no digit', 0, 'x', ['______', 0]],
  ] as const)('parameters: pasted %s', (_, place, text, expected) => {
    expect(after(none, place, text)).toEqual(expected)
  })
  test('behavior: a second digit in a full box takes its place', () => {
    const full = ['1', '2', '3', '4', '5', '6']
    expect(after(full, 2, '39')).toEqual(['129456', 3])
    expect(after(full, 2, '93')).toEqual(['129456', 3])
    expect(after(full, 2, '33')).toEqual(['123456', 3])
  })
  test('behavior: deleting empties the box', () =>
    expect(after(['1', '2', '', '', '', ''], 1, '')).toEqual(['1_____', 1]))
})
