import { describe, expect, test } from 'vitest'
import { escapeInvisible, formatName } from './spell-unseen.ts'

describe('spellUnseen', () => {
  test('default: what is seen stays', () => {
    expect(escapeInvisible('Größe 漢字 עברית\n\tok')).toEqual([
      { text: 'Größe 漢字 עברית\n\tok', isSpelled: false },
    ])
  })

  test('behavior: what hides or turns is spelled', () => {
    expect(escapeInvisible('a\u202eb')).toEqual([
      { text: 'a', isSpelled: false },
      { text: 'U+202E', isSpelled: true },
      { text: 'b', isSpelled: false },
    ])
    for (const code of [
      0, 8, 0x7f, 0x85, 0xad, 0x34f, 0x115f, 0x200d, 0x2028, 0x2800, 0x2069, 0xe000, 0xfe0f,
      0xe0020, 0xe0100, 0xd800,
    ]) {
      expect(escapeInvisible(String.fromCodePoint(code))).toEqual([
        { text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, isSpelled: true },
      ])
    }
  })
})

describe('plainName', () => {
  test('default: one line, bounded', () => {
    expect(formatName('a\nb\u202e')).toBe('a b‹U+202E›')
    expect(formatName('x'.repeat(500), 10)).toBe(`${'x'.repeat(10)}…`)
    expect(formatName({})).toBe('')
  })
})
