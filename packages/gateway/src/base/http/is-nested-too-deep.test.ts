import { expect, test } from 'vitest'
import { isNestedTooDeep } from './is-nested-too-deep.ts'

const of = (text: string): boolean => isNestedTooDeep(Buffer.from(text), 3)

test('nestsDeep', () => {
  expect(of('[[[1]]]')).toBe(false)
  expect(of('[[[[1]]]]')).toBe(true)
  expect(of('{"a":{"b":[{}]}}')).toBe(true)
  expect(of('[[],[],[[]],{"a":[]}]')).toBe(false)
  expect(of('["[[[[[[","\\"[[[[[","\\\\",[["]"]]]')).toBe(false)
  expect(of('["\\\\",[[[[')).toBe(true)
})
