import { labelPattern } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLabel } from './check-label.ts'

describe('checkLabel', () => {
  test.each([
    ['lovelace', { label: 'lovelace' }],
    [' Ada-Lovelace ', { label: 'ada-lovelace' }],
    ['1234', { label: '1234' }],
    ['', { is: 'missing' }],
    ['   ', { is: 'missing' }],
    ['ada', { is: 'short' }],
    ['a'.repeat(65), { is: 'long' }],
    ['ada lovelace', { is: 'invalid' }],
    ['ada.lovelace', { is: 'invalid' }],
    ['lovelacé', { is: 'invalid' }],
    ['ada\u200blove', { is: 'invalid' }],
    ['-adalove', { is: 'hyphen' }],
    ['adalove-', { is: 'hyphen' }],
    ['xn--love', { is: 'double' }],
    ['lov--ace', { label: 'lov--ace' }],
    ['l\u043evelace', { is: 'alike', character: '\u043e', letter: 'o' }],
    ['LОVELACE', { is: 'alike', character: '\u043e', letter: 'o' }],
    ['p\u03b1ypal', { is: 'alike', character: '\u03b1', letter: 'a' }],
  ])('parameters: %j', (text, read) => expect(checkLabel(text)).toEqual(read))

  test('behavior: what passes is a label by the rules, whatever was typed', () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.stringMatching(/^[A-Za-zа-е0-9-]{0,70}$/),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const read = checkLabel(text)
        return 'label' in read ? labelPattern.test(read.label) : read.is.length > 0
      }),
    )
  })
})
