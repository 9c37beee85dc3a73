import { describe, expect, test } from 'vitest'
import { insertLines } from './recipe.ts'

const text = 'one\n  two\nthree\n'

describe('insertLines', () => {
  test('default', () => {
    const edit = { path: 'a.ts', after: '  two', add: 'more\nand more' }
    expect(insertLines(text, edit)).toBe('one\n  two\nmore\nand more\nthree\n')
  })

  test('behavior: a line that is not there, or only as a part of another, is refused', () => {
    for (const after of ['four', 'two', 'one\n  two']) {
      expect(() => insertLines(text, { path: 'a.ts', after, add: 'more' })).toThrow(
        `a.ts has no line "${after}"`,
      )
    }
  })

  test('behavior: a line that is there twice is refused', () => {
    const edit = { path: 'a.ts', after: 'one', add: 'more' }
    expect(() => insertLines(`${text}one\n`, edit)).toThrow('a.ts has the line "one" twice')
  })
})
