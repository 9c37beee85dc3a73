import { describe, expect, test } from 'vitest'
import { cleanLabel } from './clean-label.ts'

describe('plainLabel', () => {
  test.each<readonly [string, unknown, string | undefined]>([
    ['a name', ' Ada  Lovelace ', 'Ada Lovelace'],
    ['line breaks and tabs', 'Ada\n\tLovelace', 'Ada Lovelace'],
    ['what turns the direction of writing', 'Ada\u202Egpj.exe\u2066', 'Adagpj.exe'],
    ['what nobody sees', '\u200BA\u0000d\u00ADa\uFEFF\u{E0041}\u115F', 'Ada'],
    ['markup, which is text', '<b>Ada</b>', '<b>Ada</b>'],
    ['more than fits, by whole characters', '😀'.repeat(70), '😀'.repeat(64)],
    ['nothing visible', '\u200B\u202E', undefined],
    ['no text', 7, undefined],
  ])('behavior: %s', (_, value, label) => {
    expect(cleanLabel(value)).toBe(label)
  })
})
